import { homeEndpoints } from '@natim/contract/mon/home'
import { sessionEndpoints } from '@natim/contract/system/session'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../lib/query/query-client.ts'
import { useSession } from '../lib/session/session-store.ts'
import { Refusal, stubApi } from '../testing/stub-api.ts'
import { preloadFirstPage } from './first-page.ts'

let api: ReturnType<typeof stubApi>

/** Stubs the granted rights. */
function grant(codes: readonly string[]): void {
  const meta = { title: '首页', keepAlive: false, internalOrExternal: false, componentName: 'Analysis' }
  const node = { id: '1', path: '/dashboard/analysis', name: 'a', component: 'dashboard/Analysis', route: '1', meta }
  const auth = codes.map((action) => ({ action, type: '1' as const, describe: action }))
  api.on(sessionEndpoints.permissions, () => ({ menu: [node], auth, allAuth: [], sysSafeMode: false }) as never)
}

const isAsked = () => api.callsOf(homeEndpoints.summary).length

beforeEach(() => {
  queryClient.clear()
  useSession.setState({ token: 't', permissions: undefined })
  api = stubApi()
  api.on(homeEndpoints.summary, () => {
    throw new Refusal('只看是否问过')
  })
})

it('prefetches the figures of the landing page while its code loads', async () => {
  grant(['mon:home:view'])
  await preloadFirstPage('/dashboard/analysis')
  await vi.waitFor(() => expect(isAsked()).toBe(1))
})

it('prefetches nothing without the right, or for another page', async () => {
  grant([])
  await preloadFirstPage('/dashboard/analysis')
  await vi.waitFor(() => expect(useSession.getState().permissions).toBeDefined())
  grant(['mon:home:view'])
  useSession.setState({ permissions: undefined })
  await preloadFirstPage('/mon/device/list')
  await vi.waitFor(() => expect(useSession.getState().permissions).toBeDefined())
  expect(isAsked()).toBe(0)
})
