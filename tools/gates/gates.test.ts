import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { boundariesGate } from './boundaries.ts'
import { docsGate } from './docs.ts'
import { type Finding, type Gate, isGreen } from './gate.ts'
import { lintGate } from './lint.ts'
import { sqlGate } from './sql.ts'
import { KEPT_TEXTS, readTexts, textsGate } from './texts.ts'
import { unusedGate } from './unused.ts'
import { yardstickGate } from './yardstick.ts'

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))
const checkouts: string[] = []

afterEach(() => {
  for (const dir of checkouts.splice(0)) rmSync(dir, { recursive: true, force: true })
})

type Tree = Readonly<Record<string, string>>

/** A temporary checkout with the gates' real configuration and the given files. */
function plant(files: Tree): string {
  const dir = mkdtempSync(join(tmpdir(), 'natim-gates-'))
  checkouts.push(dir)
  for (const name of ['.oxlintrc.json', 'tsconfig.base.json']) cpSync(join(REPOSITORY, name), join(dir, name))
  for (const [path, text] of Object.entries({ ...FRAME, ...files })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  return dir
}

const PROJECT =
  '{"extends":"../../tsconfig.base.json","compilerOptions":{"rootDir":"src","outDir":"dist","lib":["ES2023","DOM"]},"include":["src"]}'

/** The smallest monorepo in which every gate has something to read and finds nothing. */
const FRAME: Tree = {
  'package.json':
    '{"name":"fixture","private":true,"type":"module","workspaces":["packages/*","apps/*"],"scripts":{"start":"true"}}',
  'tsconfig.json': '{"files":[],"references":[{"path":"packages/domain"},{"path":"apps/server"}]}',
  'knip.json':
    '{"workspaces":{"packages/*":{"entry":["src/entry.ts","src/*.test.ts"],"project":["src/**/*.ts"]},"apps/server":{"entry":["src/main.ts","src/*.test.ts"],"project":["src/**/*.ts"]}}}',
  'README.md': '# Fixture\n\nRun `npm start`.\n',
  'packages/domain/package.json': '{"name":"@natim/domain","private":true,"type":"module"}',
  'packages/domain/tsconfig.json': PROJECT,
  'packages/domain/src/entry.ts': "import { half } from './half.ts'\n\nexport const entry = half(4)\n",
  'packages/domain/src/half.ts': 'export function half(value: number): number {\n  return value / 2\n}\n',
  'packages/domain/src/half.test.ts':
    "import { half } from './half.ts'\n\nexport const checked = [half(2), half(4), half(6)]\nexport const more = checked.map(half)\nexport const most = more.map(half)\nexport const all = [checked, more, most]\nexport const some = all.slice(0, 1)\n",
  'apps/server/package.json': '{"name":"@natim/server","private":true,"type":"module"}',
  'apps/server/tsconfig.json': PROJECT,
  'apps/server/src/main.ts': "export const started = 'yes'\n",
  'apps/server/src/main.test.ts': "import { started } from './main.ts'\n\nexport const checked = [started]\n",
}

async function rulesOf(gate: Gate, files: Tree): Promise<string[]> {
  const result = await gate.run(plant(files))
  expect(result.filesRead).toBeGreaterThan(0)
  return result.findings.map((finding) => finding.rule)
}

const ALL_GATES: readonly Gate[] = [lintGate, boundariesGate, unusedGate, sqlGate, docsGate, textsGate, yardstickGate]

describe('every gate', () => {
  it.each(ALL_GATES.map((gate) => [gate.name, gate] as const))(
    '%s passes on a checkout without faults',
    async (_name, gate) => {
      const result = await gate.run(plant({}))
      expect(result.findings).toEqual([])
      expect(isGreen(result)).toBe(true)
    },
  )

  it('fails when it has read no file', () => {
    expect(isGreen({ filesRead: 0, findings: [] })).toBe(false)
  })

  it.each([boundariesGate, sqlGate, yardstickGate].map((gate) => [gate.name, gate] as const))(
    '%s reads no module and fails in an empty checkout',
    async (_name, gate) => {
      const dir = mkdtempSync(join(tmpdir(), 'natim-empty-'))
      checkouts.push(dir)
      const result = await gate.run(dir)
      expect(result.filesRead).toBe(0)
      expect(isGreen(result)).toBe(false)
    },
  )
})

describe('boundaries', () => {
  const cases: readonly (readonly [string, Tree])[] = [
    [
      'domain-imports-nothing',
      { 'packages/domain/src/a.ts': "import { readFileSync } from 'node:fs'\nexport const a = readFileSync\n" },
    ],
    ['domain-imports-nothing', { 'packages/domain/src/a.ts': "export type A = import('zod').ZodType\n" }],
    [
      'contract-imports-domain-and-zod',
      {
        'packages/contract/src/a.ts': "import type { FastifyRequest } from 'fastify'\nexport type A = FastifyRequest\n",
      },
    ],
    [
      'web-has-no-server-parts',
      {
        'apps/web/src/lib/a.tsx':
          "import type { Kysely } from 'kysely'\nexport const A = (p: { db: Kysely<never> }) => <b>{String(p)}</b>\n",
      },
    ],
    ['server-has-no-web-parts', { 'apps/server/src/a.ts': "export const a = () => import('react')\n" }],
    [
      'no-feature-to-feature',
      {
        'apps/web/src/features/a/a.tsx': "export * from '../b/b.tsx'\n",
        'apps/web/src/features/b/b.tsx': 'export const B = () => <i />\n',
      },
    ],
    [
      'web-layers',
      {
        'apps/web/src/ui/a.tsx': "import { api } from '@/lib/api.ts'\nexport const A = () => <i>{api}</i>\n",
        'apps/web/src/lib/api.ts': "export const api = ''\n",
      },
    ],
    [
      'sql-only-in-repositories',
      { 'apps/server/src/modules/a/a.service.ts': "import { sql } from 'kysely'\nexport const a = sql\n" },
    ],
    [
      'http-only-in-routes',
      { 'apps/server/src/modules/a/a.service.ts': "import fastify from 'fastify'\nexport const a = fastify\n" },
    ],
    [
      'modules-meet-at-index',
      {
        'apps/server/src/modules/a/a.service.ts': "import { b } from '../b/b.service.ts'\nexport const a = b\n",
        'apps/server/src/modules/b/b.service.ts': 'export const b = 1\n',
      },
    ],
    [
      'platform-knows-no-module',
      {
        'apps/server/src/platform/a.ts': "import { b } from '../modules/b/index.ts'\nexport const a = b\n",
        'apps/server/src/modules/b/index.ts': 'export const b = 1\n',
      },
    ],
    [
      'no-app-to-app',
      { 'apps/simulator/src/a.ts': "import { started } from '../../server/src/main.ts'\nexport const a = started\n" },
    ],
    [
      'testing-only-in-tests',
      {
        'apps/server/src/a.ts': "import { b } from './testing/b.ts'\nexport const a = b\n",
        'apps/server/src/testing/b.ts': 'export const b = 1\n',
      },
    ],
    [
      'processes-only-where-reviewed',
      {
        'apps/server/src/modules/a/a.service.ts':
          "import { spawn } from 'node:child_process'\nexport const a = spawn\n",
      },
    ],
    ['resolves', { 'apps/server/src/a.ts': "import { b } from './b.js'\nexport const a = b\n" }],
    [
      'no-cycle',
      {
        'apps/server/src/a.ts': "import { b } from './b.ts'\nexport const a = () => b\n",
        'apps/server/src/b.ts': "import type { a } from './a.ts'\nexport const b = (x: typeof a) => x\n",
      },
    ],
    [
      'first-pages-are-light',
      {
        'apps/web/src/app/console.tsx': "import { bar } from '../ui/bar.tsx'\nexport const Console = () => bar\n",
        'apps/web/src/ui/bar.tsx': "import { Button } from 'antd'\nexport const bar = Button\n",
      },
    ],
    ['no-barrel', { 'apps/server/src/platform/index.ts': "export * from '../main.ts'\n" }],
    ['wire-names-in-contract', { 'apps/server/src/a.ts': "export const path = '/sys/annountCement/list'\n" }],
  ]

  it.each(cases)('fails on %s', async (rule, files) => {
    expect(await rulesOf(boundariesGate, files)).toContain(rule)
  })

  it('allows SQL in repositories and follows @natim and @/ specifiers', async () => {
    const files = {
      'apps/server/src/modules/a/a.repository.ts':
        "import { sql } from 'kysely'\nimport { half } from '@natim/domain/half'\nexport const a = [sql, half]\n",
      'apps/web/src/lib/api.ts': "export const api = ''\n",
      'apps/web/src/features/x/x.tsx': "import { api } from '@/lib/api.ts'\nexport const X = () => <i>{api}</i>\n",
    }
    expect(await rulesOf(boundariesGate, files)).toEqual([])
  })

  it('refuses to judge a file that does not parse', () => {
    expect(() => boundariesGate.run(plant({ 'apps/server/src/a.ts': 'export const = 1\n' }))).toThrow(/does not parse/)
  })
})

describe('texts', () => {
  const page = (code: string): Tree => ({ 'apps/web/src/a.tsx': `export const a = (n: number) => ${code}\n` })

  it.each([
    "'保存成功!'",
    "'名称,编码'",
    '`共 ${n} 条:`',
    '<p>请选择(必填)</p>',
    "'真的吗 ?'",
    "'加载中...'",
    "'第一句. 第二句'",
  ])('finds half-width punctuation in %s', async (code) => {
    expect(await rulesOf(textsGate, page(code))).toEqual(['full-width-punctuation'])
  })

  it.each(["'保存成功！'", "'12:30 开始'", "'https://例子'", "'1,240 台'", "'a, b'", '<p>（{n}）</p>', "'PM2.5 浓度'"])(
    'accepts %s',
    async (code) => {
      expect(await rulesOf(textsGate, page(code))).toEqual([])
    },
  )

  it('has no exception for a removed text', () => {
    const texts = new Set(readTexts(REPOSITORY).map(({ text }) => text))
    expect(Object.keys(KEPT_TEXTS).filter((text) => !texts.has(text))).toEqual([])
  })
})

describe('sql', () => {
  const service = (code: string): Tree => ({ 'apps/server/src/modules/a/a.service.ts': code })
  const repository = (code: string): Tree => ({ 'apps/server/src/modules/a/a.repository.ts': code })

  it.each([
    ['sql-in-repository', service("export const q = 'select id from sys_user'\n")],
    [
      'sql-in-repository',
      service(
        "import { sql } from 'kysely'\nexport const q = (id: string) => sql`delete from sys_user where id = ${id}`\n",
      ),
    ],
    [
      'query-in-repository',
      service("export const q = (db: { updateTable(name: string): void }) => db.updateTable('mon_station')\n"),
    ],
    ['no-built-sql', repository('export const q = (name: string) => `select id from sys_user where name = ${name}`\n')],
    ['no-built-sql', repository("export const q = (name: string) => 'delete from sys_user where name = ' + name\n")],
    ['no-raw-sql', repository("import { sql } from 'kysely'\nexport const q = (text: string) => sql.raw(text)\n")],
    [
      'migration-number',
      { 'apps/server/src/db/migrations/0001_a.sql': '', 'apps/server/src/db/migrations/0003_b.sql': '' },
    ],
  ])('fails on %s', async (rule, files) => {
    expect(await rulesOf(sqlGate, files)).toContain(rule)
  })

  it('allows bound values in a repository, and prose about selecting from a list', async () => {
    const bound = repository(
      "import { sql } from 'kysely'\nexport const q = (id: string) => sql`select 1 from sys_user where id = ${id}`\n",
    )
    expect(await rulesOf(sqlGate, bound)).toEqual([])
    expect(await rulesOf(sqlGate, service("export const hint = 'Select one of the rows'\n"))).toEqual([])
  })
})

describe('lint', () => {
  /** A fault and its file; all are checked in one run, since starting the program is most of the work. */
  const faults: readonly (readonly [rule: string, file: string, code: string])[] = [
    ['no-restricted-properties', 'packages/domain/src/clock.ts', 'export const entry = () => Date.now()\n'],
    ['no-restricted-properties', 'packages/domain/src/chance.ts', 'export const entry = () => Math.random()\n'],
    ['no-restricted-properties', 'apps/server/src/a.ts', 'export const a = process.env\n'],
    ['no-explicit-any', 'packages/domain/src/any.ts', 'export const entry = (value: any): unknown => value\n'],
    ['no-console', 'packages/domain/src/console.ts', "export const entry = () => console.log('x')\n"],
    ['no-eval', 'packages/domain/src/eval.ts', "export const entry = () => eval('1')\n"],
    ['no-new-func', 'packages/domain/src/new-func.ts', "export const entry = () => new Function('return 1')\n"],
    [
      'consistent-type-imports',
      'packages/domain/src/type.ts',
      "import { Half } from './half.ts'\nexport const entry = (value: Half): Half => value\n",
    ],
    ['no-restricted-imports', 'apps/web/src/ui/a.tsx', "import { message } from 'antd'\nexport const a = message\n"],
    ['filename-case', 'packages/domain/src/HalfValue.ts', 'export const halfValue = 1\n'],
    ['no-default-export', 'packages/domain/src/default.ts', 'export default 1\n'],
    ['no-cycle', 'packages/domain/src/a.ts', "import { b } from './b.ts'\nexport const a = () => b()\n"],
    ['no-cycle', 'packages/domain/src/b.ts', "import { a } from './a.ts'\nexport const b = (): unknown => a()\n"],
    // A floating promise, which only type-aware rules detect.
    [
      'no-floating-promises',
      'packages/domain/src/promise.ts',
      'export async function entry(): Promise<void> {}\nexport function start(): void {\n  entry()\n}\n',
    ],
  ]
  /** Each way of a journey to bypass its drivers. */
  const journeys: Tree = {
    'e2e/journeys/shell/browser.test.ts': "export { chromium } from 'playwright-core'\n",
    'e2e/journeys/shell/type.test.ts': "import type { Page } from 'playwright-core'\nexport type Sheet = Page\n",
    'e2e/journeys/shell/sleep.test.ts': "export { setTimeout as pause } from 'node:timers/promises'\n",
    'e2e/journeys/shell/timer.test.ts': 'export const pause = () => setTimeout(() => undefined, 1)\n',
    'e2e/journeys/shell/page.test.ts': 'export const sheetOf = ({ page }: { page: string }) => page\n',
    'e2e/journeys/shell/locator.test.ts': "export const rows = (at: Operator) => at.getByRole('row')\n",
    'e2e/journeys/shell/wait.test.ts': 'export const wait = (row: Part) => row?.waitFor()\n',
  }
  /** Drivers may contain what a journey may not. */
  const drivers: Tree = {
    'e2e/drivers/rows.ts':
      "import type { Page } from 'playwright-core'\nexport const rows = (page: Page) => page.getByRole('row')\n",
  }
  let findings: readonly Finding[]
  beforeAll(async () => {
    const planted = Object.fromEntries(faults.map(([, file, code]) => [file, code]))
    findings = (await lintGate.run(plant({ ...planted, ...journeys, ...drivers }))).findings
  })

  it.each(faults)('fails on %s in %s', (rule, file) => {
    const rules = findings.filter((finding) => finding.file === file).map((finding) => finding.rule)
    expect(rules.some((found) => found.includes(`(${rule})`))).toBe(true)
  })

  it('fails on each way of a journey to bypass its drivers, and on no driver', () => {
    const files = findings.map(({ file }) => file).filter((file) => file.startsWith('e2e/'))
    expect(files.toSorted()).toEqual(Object.keys(journeys).toSorted())
  })
})

describe('unused', () => {
  let rules: readonly string[]
  beforeAll(async () => {
    rules = await rulesOf(unusedGate, {
      'packages/domain/src/half.ts': 'export const half = (value: number) => value / 2\nexport const third = 3\n',
      'packages/domain/src/forgotten.ts': 'export const forgotten = 1\n',
      'packages/domain/package.json': '{"name":"@natim/domain","private":true,"dependencies":{"zod":"4.6.7"}}',
      'apps/server/src/main.ts': "import 'fastify'\nexport const started = 'yes'\n",
    })
  })

  it.each(['unused/exports', 'unused/files', 'unused/dependencies', 'unused/unlisted'])('fails on %s', (rule) => {
    expect(rules).toContain(rule)
  })
})

const CHAPTER = '---\npages: a/Home, /login\n---\n# 首页\n\n![首页](../images/home.webp)\n'

/** A console with one page and its manual. */
const manual = (files: Tree = {}): Tree => ({
  'docs/manual/README.md': '# 手册\n\n## 值班员\n\n- [首页](duty/home.md)\n',
  'docs/manual/duty/home.md': CHAPTER,
  'docs/manual/images/home.webp': '',
  'apps/server/src/db/seeds/menus.data.ts':
    "export const SEED_MENUS = [\n  { id: 'g', component: 'layouts/RouteView' },\n  { id: 'h', component: 'a/Home' },\n]\n",
  'apps/web/src/features/a/views.ts': "export const views = { 'a/Home': () => 1 }\n",
  'apps/web/src/lib/paths.ts': "export const LOGIN = '/login'\n",
  ...files,
})

describe('docs', () => {
  it('passes on a manual that matches the console', async () => {
    expect(await rulesOf(docsGate, manual())).toEqual([])
  })

  it.each([
    ['broken-link', { 'README.md': '[gone](docs/gone.md)\n' }],
    ['unknown-command', { 'README.md': 'Run `npm run nothing`.\n' }],
    ['too-long', { 'apps/server/README.md': 'line\n'.repeat(16) }],
    ['adr-number', { 'docs/adr/0002-second.md': '# Second\n' }],
    ['broken-link', manual({ 'docs/manual/duty/home.md': CHAPTER.replace('home.webp', 'gone.webp') })],
    ['broken-link', manual({ 'docs/manual/duty/home.md': `${CHAPTER}\n[别处](elsewhere.md)\n` })],
    [
      'manual-chapter',
      manual({ 'docs/manual/duty/home.md': CHAPTER.replace('pages: a/Home, /login', 'pages: /login') }),
    ],
    ['manual-page', manual({ 'docs/manual/duty/home.md': CHAPTER.replace('/login', '/signin') })],
    ['manual-page', manual({ 'docs/manual/duty/home.md': CHAPTER.replace('a/Home', 'a/Home, a/Gone') })],
    ['manual-contents', manual({ 'docs/manual/duty/other.md': '# 另一章\n' })],
    ['manual-picture', manual({ 'docs/manual/images/left.webp': '' })],
    ['manual-menu', manual({ 'apps/server/src/db/seeds/menus.data.ts': 'export const SEED_MENUS = []\n' })],
  ])('fails on %s', async (rule, files) => {
    expect(await rulesOf(docsGate, files)).toContain(rule)
  })
})

describe('yardstick', () => {
  const statements = (count: number) =>
    Array.from({ length: count }, (_, index) => `  use(${index} + ${index} * 2)`).join('\n')
  const functionOf = (count: number) =>
    `declare function use(value: number): void\nexport function long(): void {\n${statements(count)}\n}\n`
  const domain = (code: string): Tree => ({ 'packages/domain/src/a.ts': code })

  it.each([
    [
      'file-size',
      domain(`${Array.from({ length: 501 }, (_, index) => `export const c${index} = ${index}`).join('\n')}\n`),
    ],
    ['function-size', domain(functionOf(60))],
    ['any', domain('export const a = (value: any): unknown => value\n')],
    ['console', domain("export const a = () => console.warn('x')\n")],
    ['commented-out-code', domain('export const a = 1\n// const b = a + 1\n')],
    [
      'commented-out-code',
      { 'apps/web/src/ui/a.tsx': 'export const A = () => (\n  <b>\n    {/* <i onClick={go} /> */}\n  </b>\n)\n' },
    ],
    [
      'budget',
      {
        'packages/contract/src/system/position.resource.ts': `${Array.from({ length: 111 }, (_, index) => `export const c${index} = ${index}`).join('\n')}\n`,
      },
    ],
    ['budget', { 'packages/domain/src/a.ts': functionOf(30), 'packages/domain/src/b.ts': functionOf(30) }],
    [
      'unread-constant',
      {
        'packages/contract/src/constants.ts': 'export const WIDTH_PX = { menu: 208, logo: 165 } as const\n',
        'packages/contract/src/a.ts':
          "import { WIDTH_PX } from './constants.ts'\nexport const menuPx = WIDTH_PX.menu\n",
        'packages/contract/src/a.test.ts':
          "import { WIDTH_PX } from './constants.ts'\nexport const logoPx = WIDTH_PX.logo\n",
      },
    ],
    ['budget', { 'packages/domain/src/half.test.ts': 'export const nothing = 0\n', ...domain(functionOf(30)) }],
  ])('fails on %s', async (rule, files) => {
    expect(await rulesOf(yardstickGate, files)).toContain(rule)
  })

  it('counts code lines only: neither blank lines nor comments', async () => {
    const prose = '// Why this is so, at some length.\n\n'.repeat(300)
    expect(await rulesOf(yardstickGate, domain(`${prose}export const a = 1\n`))).toEqual([])
  })

  it('does not mistake prose in comments for code', async () => {
    const text =
      '// The value (see above) is retried; callers wait for it.\n// unit: seconds\n// e.g. the first of the month\nexport const a = 1\n'
    expect(await rulesOf(yardstickGate, domain(text))).toEqual([])
  })
})
