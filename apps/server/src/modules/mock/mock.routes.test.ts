import { methodsOf } from '@natim/contract/endpoint'
import { mockEndpoints, workplaceEndpoints } from '@natim/contract/mock'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let development: TestApp
let production: TestApp
beforeAll(async () => {
  development = await buildTestApp()
  production = await buildTestApp({ checkAnswers: false })
  for (const server of [development, production]) await server.addUser('duty')
})
afterAll(async () => {
  await development.close()
  await production.close()
})

it('[CA-14] demonstration data is served in development and tests only, and requires a session', async () => {
  const [here, there] = [await development.signIn('duty'), await production.signIn('duty')]
  for (const endpoint of Object.values(mockEndpoints)) {
    for (const method of methodsOf(endpoint)) {
      const answer = await development.call(method, endpoint.path, {
        token: here,
        ...(method === 'GET' ? {} : { body: {} }),
      })
      expect(answer.body).toMatchObject({ success: true })
      expect((await development.call(method, endpoint.path)).status).toBe(401)
      expect((await production.call(method, endpoint.path, { token: there })).status).toBe(404)
    }
  }
})

it('[CA-14] teams, activities and projects of the personal and workplace pages are always answered, and empty', async () => {
  for (const server of [development, production]) {
    const token = await server.signIn('duty')
    for (const { path } of Object.values(workplaceEndpoints)) {
      const { status, body } = await server.call('GET', path, { token })
      expect({ path, status, success: body.success }).toEqual({ path, status: 200, success: true })
      expect((await server.call('GET', path)).status).toBe(401)
    }
    const { body } = await server.call('GET', workplaceEndpoints.teams.path, { token })
    expect(body.result).toEqual([])
  }
})
