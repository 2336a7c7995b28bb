import { type MockPage, mockEndpoints, workplaceEndpoints } from '@natim/contract/mock'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../platform/http/implement.ts'

const pageOf = (data: MockPage['data']): MockPage => ({
  pageSize: 10,
  pageNo: 1,
  totalCount: data.length,
  totalPage: 1,
  data,
})

const PERMISSIONS = [
  { id: 'dashboard', name: '仪表盘', describe: '首页', status: 1, actions: ['query', 'get'] },
  { id: 'user', name: '用户管理', describe: '账号', status: 1, actions: ['add', 'query', 'get', 'update'] },
]
/** Fixed answers for demonstration pages (CA-14). Registered in development and tests only. */
export function registerMockRoutes(app: FastifyInstance): void {
  implement(app, mockEndpoints, {
    user: () => pageOf([{ id: '1', username: 'demo', name: '演示用户', roleId: 'viewer', status: 1 }]),
    permission: () => pageOf(PERMISSIONS),
    permissionAll: () => PERMISSIONS,
  })
}

/** Empty answers for pages of existing clients that do not open without one. */
export function registerWorkplaceRoutes(app: FastifyInstance): void {
  const none = () => []
  const emptyPage = () => pageOf([])
  implement(app, workplaceEndpoints, {
    role: emptyPage,
    service: emptyPage,
    teams: none,
    activity: none,
    radar: none,
    projects: () => ({ data: [] }),
  })
}
