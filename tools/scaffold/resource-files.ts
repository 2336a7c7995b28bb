import type { ResourceNames } from './resource-names.ts'

/** The files of a new resource, by path. @param migration `0027` */
export const resourceFiles = (names: ResourceNames, migration: string): Readonly<Record<string, string>> => ({
  [`apps/server/src/db/migrations/${migration}_${names.snake}.sql`]: migrationOf(names),
  [`packages/contract/src/${names.area}/${names.kebab}.resource.ts`]: descriptionOf(names),
  [`apps/server/src/modules/${names.kebab}/index.ts`]: moduleOf(names),
  [`apps/server/src/modules/${names.kebab}/${names.kebab}.routes.test.ts`]: testOf(names),
  [`docs/manual/admin/${names.kebab}.md`]: chapterOf(names),
})

const migrationOf = ({ table, label }: ResourceNames) => `-- ${label}
create table ${table} (
  id text primary key,
  code varchar(64) not null unique,
  name varchar(100) not null,
  remark varchar(200),
  create_by text, create_time timestamptz not null default now(),
  update_by text, update_time timestamptz
);
`

const descriptionOf = (names: ResourceNames) => `import { codeText, requiredText, text } from '../fields.ts'
import { defineResource, type RowOf } from '../resource/define-resource.ts'
import { field, stamps } from '../resource/field.ts'

/** ${names.label} */
export const ${names.camel} = defineResource({
  base: '${names.base}',
  code: '${names.code}',
  title: '${names.label}管理',
  entityLabel: '${names.label}',
  measureWord: '个',
  view: '${names.view}',
  knownBy: ['name', 'code'],
  exports: ['code', 'name', 'remark', 'createTime'],
  imports: { columns: ['code', 'name', 'remark'], key: 'code' },
  bulkEdit: true,
  fields: {
    code: field(codeText(64), {
      label: '${names.label}编码',
      search: 'like',
      query: true,
      width: 180,
      isSortable: true,
      isImmutable: true,
      unique: '${names.snake}.code_in_use',
      example: 'first',
    }),
    name: field(requiredText(100), {
      label: '${names.label}名称',
      search: 'like',
      query: true,
      width: 220,
      isSortable: true,
      example: '第一${names.label}',
    }),
    remark: field(text(200).nullish(), { label: '备注', width: 240, isBulk: true }),
    ...stamps(),
  },
})
export type ${names.view.slice(names.area.length + 1, -'List'.length)}Row = RowOf<typeof ${names.camel}>
`

const moduleOf = (
  names: ResourceNames,
) => `import { ${names.camel} } from '@natim/contract/${names.area}/${names.kebab}.resource'
import { resourceModule, serve } from '../resource/index.ts'

export const ${names.camel}Module = resourceModule(serve(${names.camel}, { table: '${names.tableCamel}' }))
`

const testOf = (names: ResourceNames) => `import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  await server.addUser('somebody')
})
afterAll(() => server.close())

it('lists what was added, to whoever may see it', async () => {
  const token = await server.signIn('keeper')
  const added = await server.call('POST', '${names.base}/add', { token, body: { code: 'north', name: '北', remark: '备用' } })
  expect(added.body).toMatchObject({ success: true })
  const { body } = await server.call('GET', '${names.base}/list', { token })
  expect(body.result.records).toMatchObject([{ code: 'north', name: '北', remark: '备用', createBy: 'keeper' }])
  expect((await server.call('GET', '${names.base}/list', { token: await server.signIn('somebody') })).status).toBe(403)
})
`

const chapterOf = (names: ResourceNames) => `---
pages: ${names.view}
---
# ${names.label}管理

维护${names.label}。

## 常用操作

- **新增**：点「新增${names.label}」，填写编码（保存后不能修改）、名称和备注。
- **导入、导出**：见 [导入](import.md) 和 [列表的通用操作](../duty/lists.md)。

## 拒绝的含义

- 「${names.label}编码已存在！」：换一个编码。
`
