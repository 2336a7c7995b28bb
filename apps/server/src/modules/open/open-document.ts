import { OPEN_SCOPES } from '@natim/contract/mon/api-token'
import { type OpenCall, openEndpoints, openProblem } from '@natim/contract/mon/open'
import { keysOf } from '@natim/domain/record'
import { z } from 'zod'

const PROBLEMS: Readonly<Record<number, string>> = {
  400: '参数不正确',
  401: '令牌缺失、错误、已过期或已撤销',
  403: '令牌不能读取该数据、区域、级别或格式',
  429: '超过每分钟次数',
}

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

function parametersOf(name: OpenCall) {
  const schema = z.toJSONSchema(openEndpoints[name].query, { io: 'input' })
  return Object.entries(schema.properties ?? {}).map(([key, shape]) => ({
    name: key,
    in: 'query',
    required: schema.required?.includes(key) ?? false,
    schema: shape,
  }))
}

function callOf(name: OpenCall) {
  const { result } = openEndpoints[name]
  return {
    get: {
      operationId: name,
      summary: OPEN_SCOPES[name],
      parameters: parametersOf(name),
      responses: {
        200: {
          description: OPEN_SCOPES[name],
          headers: {
            ETag: { schema: { type: 'string' } },
            Link: { schema: { type: 'string' }, description: '下一页，rel="next"' },
          },
          content: {
            'application/json': { schema: z.toJSONSchema(result) },
            'text/csv': { schema: { type: 'string' } },
          },
        },
        304: { description: '与 If-None-Match 相同' },
        ...Object.fromEntries(Object.entries(PROBLEMS).map(([status, text]) => [status, problem(text)])),
      },
    },
  }
}

/** The open interface as OpenAPI 3.1, generated from the schemas that parse its calls. */
export function openDocument(publicUrl: string) {
  const names = keysOf(openEndpoints)
  return {
    openapi: '3.1.0',
    info: {
      title: 'NATIM 开放接口',
      version: '1',
      description: '监测数据的只读接口。时间为 GMT+8，小时与日以结束时刻标记。',
    },
    servers: [{ url: publicUrl }],
    security: [{ token: [] }],
    paths: Object.fromEntries(names.map((name) => [openEndpoints[name].path, callOf(name)])),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: z.toJSONSchema(openProblem) },
    },
  }
}
