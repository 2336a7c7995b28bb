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

const ROLES = [
  { id: 'admin', name: '管理员', describe: '拥有所有权限', status: 1, permissions: [{ actionList: ['add', 'edit'] }] },
  { id: 'viewer', name: '只读用户', describe: '只能查看', status: 1, permissions: [{ actionList: ['get'] }] },
]
const PERMISSIONS = [
  { id: 'dashboard', name: '仪表盘', describe: '首页', status: 1, actions: ['query', 'get'] },
  { id: 'user', name: '用户管理', describe: '账号', status: 1, actions: ['add', 'query', 'get', 'update'] },
]
const SERVICES = [
  { key: 1, no: 'No 1', description: '数据采集服务', callNo: 128, status: 1, updatedAt: '2026-01-05 08:00:00' },
  { key: 2, no: 'No 2', description: '报警分发服务', callNo: 64, status: 2, updatedAt: '2026-01-05 09:30:00' },
]

/** Fixed answers for demonstration pages (CA-14). Registered in development and tests only. */
export function registerMockRoutes(app: FastifyInstance): void {
  implement(app, mockEndpoints, {
    user: () => pageOf([{ id: '1', username: 'demo', name: '演示用户', roleId: 'viewer', status: 1 }]),
    role: () => pageOf(ROLES),
    service: () => pageOf(SERVICES),
    permission: () => pageOf(PERMISSIONS),
    permissionAll: () => PERMISSIONS,
  })
}

/** Empty answers for pages of existing clients that do not open without one. */
export function registerWorkplaceRoutes(app: FastifyInstance): void {
  const none = () => []
  implement(app, workplaceEndpoints, { teams: none, activity: none, radar: none, projects: () => ({ data: [] }) })
}
