import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

it("lists the user's roles by name, or none", async () => {
  await server.addUser('duty', { roles: ['prov_duty', 'analyst'] })
  await server.addUser('guest')
  const rolesOf = async (user: string) =>
    (await server.call('GET', '/sys/role/mine', { token: await server.signIn(user) })).body.result
  const roles: { roleName: string; roleCode: string }[] = await rolesOf('duty')
  expect(roles.map(({ roleCode }) => roleCode).toSorted()).toEqual(['analyst', 'prov_duty'])
  expect(roles.every(({ roleName }) => roleName !== '')).toBe(true)
  expect(await rolesOf('guest')).toEqual([])
})
