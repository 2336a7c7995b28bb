import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('reader')
  await server.addUser('keeper', { roles: ['admin'] })
})
afterAll(() => server.close())

it('documents every call it serves, including itself, for administrators', async () => {
  expect((await server.call('GET', '/sys/openapi.json')).status).toBe(401)
  const refused = await server.call('GET', '/sys/openapi.json', { token: await server.signIn('reader') })
  expect(refused.status).toBe(403)
  const { body } = await server.call('GET', '/sys/openapi.json', { token: await server.signIn('keeper') })
  expect(body).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: '/jeecg-boot' }],
    paths: {
      '/sys/openapi.json': { get: { 'x-access': 'system:api:view', security: [{ session: [] }] } },
      '/sys/login': { post: { 'x-access': 'public' } },
      '/sys/position/edit': { put: { 'x-access': 'system:position:edit' }, post: {} },
    },
  })
  expect(body.paths['/sys/login'].post.security).toBeUndefined()
})
