import type { ResourceNames } from './resource-names.ts'

/**
 * Lines added to a list, and the line they follow: that of positions, which serves as the example, or the list's first.
 */
export interface Lines {
  readonly file: string
  readonly behind: string
  readonly lines: string
}

/** Registrations of a new resource. */
export const resourceLines = (names: ResourceNames): readonly Lines[] => [
  ...inContract(names),
  ...inServer(names),
  ...inServerTests(names),
  {
    file: 'apps/web/src/app/plain-pages.ts',
    behind: 'export const PLAIN_PAGES: ViewTable = {',
    lines: `  '${names.view}': page(async () => (await import('@natim/contract/${names.area}/${names.kebab}.resource')).${names.camel}),`,
  },
  {
    file: 'docs/manual/README.md',
    behind: '- [职务管理](admin/position.md)',
    lines: `- [${names.label}管理](admin/${names.kebab}.md)`,
  },
]

const inContract = ({ code, view, snake, label }: ResourceNames): readonly Lines[] => [
  {
    file: 'packages/contract/src/permissions.ts',
    behind: "  'system:position:import',",
    lines: ['list', 'add', 'edit', 'delete', 'export', 'import'].map((action) => `  '${code}:${action}',`).join('\n'),
  },
  {
    file: 'packages/contract/src/page-rights.ts',
    behind: "  'system/SysPositionList': ['system:position:list'],",
    lines: `  '${view}': ['${code}:list'],`,
  },
  {
    file: 'packages/contract/src/page-rights.ts',
    behind: 'export const OWN_PAGES: ReadonlySet<string> = new Set([',
    lines: `  '${view}',`,
  },
  {
    file: 'packages/contract/src/errors.ts',
    behind: "  'position.code_in_use': { status: 200, code: 500, text: '职务编码已存在！' },",
    lines: `  '${snake}.code_in_use': { status: 200, code: 500, text: '${label}编码已存在！' },`,
  },
]

const inServer = ({ camel, kebab, label, url, view, code }: ResourceNames): readonly Lines[] => [
  {
    file: 'apps/server/src/api.routes.ts',
    behind: "import { positionModule } from './modules/position/index.ts'",
    lines: `import { ${camel}Module } from './modules/${kebab}/index.ts'`,
  },
  { file: 'apps/server/src/api.routes.ts', behind: '  positionModule,', lines: `  ${camel}Module,` },
  {
    file: 'apps/server/src/db/seeds/menus.data.ts',
    behind: "  ...resourceButtons('m-position', 'system:position', '职务'),",
    lines: `  {
    id: 'm-${kebab}',
    parentId: 'm-system',
    name: '${label}管理',
    menuType: 1,
    url: '${url}',
    component: '${view}',
    sortNo: 2,
    keepAlive: true,
  },
  ...resourceButtons('m-${kebab}', '${code}', '${label}'),`,
  },
]

const inServerTests = ({ base, code, table, label }: ResourceNames): readonly Lines[] => [
  {
    file: 'apps/server/src/testing/matrix-expected.ts',
    behind: "  ...resource('/sys/position', 'system:position', 'rows journal export import bulk'),",
    lines: `  ...resource('${base}', '${code}', 'rows journal export import bulk'),`,
  },
  {
    file: 'apps/server/src/testing/resource-samples.ts',
    behind: 'export const RESOURCES: readonly ResourceSample[] = [',
    lines: `  {
    base: '${base}',
    table: '${table}',
    form: (n) => ({ code: \`reg_\${n}\`, name: '样例', remark: '备用' }),
    text: 'name',
    forGood: ['code', 'other_code'],
    duplicate: '${label}编码已存在！',
  },`,
  },
]
