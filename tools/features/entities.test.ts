import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseFeatures } from './feature-list.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Where the definition of an entity is: term of the specification, file and export. */
interface Entity {
  readonly id: string
  readonly file: string
  readonly names: readonly string[]
  /** Not used by the other side, so there is nothing to share. */
  readonly only?: 'web'
}

const CONTRACT = 'packages/contract/src'
const ENTITIES: readonly Entity[] = [
  { id: 'CO-37', file: `${CONTRACT}/system/session.ts`, names: ['loginResult', 'userInfo'] },
  { id: 'CO-38', file: `${CONTRACT}/system/session.ts`, names: ['permissionResult', 'allAuthEntry'] },
  { id: 'CO-39', file: `${CONTRACT}/system/session.ts`, names: ['MenuNode'] },
  { id: 'CO-40', file: `${CONTRACT}/system/session.ts`, names: ['userInfo'] },
  { id: 'CO-41', file: `${CONTRACT}/system/role.resource.ts`, names: ['role'] },
  { id: 'CO-42', file: `${CONTRACT}/system/pickers.ts`, names: ['DepartNode'] },
  { id: 'CO-42', file: `${CONTRACT}/system/identity-account.ts`, names: ['accountEndpoints'] },
  { id: 'CO-43', file: `${CONTRACT}/system/session.ts`, names: ['DictItem'] },
  { id: 'CO-44', file: `${CONTRACT}/system/category.ts`, names: ['categoryNode'] },
  { id: 'CO-45', file: `${CONTRACT}/system/position.resource.ts`, names: ['position'] },
  { id: 'CO-46', file: `${CONTRACT}/system/notice.ts`, names: ['noticeRow'] },
  { id: 'CO-47', file: `${CONTRACT}/socket/notice.ts`, names: ['noticeMessage'] },
  { id: 'CO-48', file: 'apps/web/src/widgets/upload/uploaded-file.ts', names: ['UploadedFile'], only: 'web' },
  { id: 'CO-49', file: `${CONTRACT}/system/report.ts`, names: ['ReportColumns', 'reportColumn', 'reportQueryItem'] },
  { id: 'CO-50', file: 'apps/web/src/widgets/area-select/area-index.ts', names: ['AREA_ROOT', 'Area'], only: 'web' },
  { id: 'CO-51', file: `${CONTRACT}/system/identity-account.ts`, names: ['updatePasswordForm'] },
  { id: 'CO-51', file: `${CONTRACT}/system/check.ts`, names: ['checkEndpoints'] },
  { id: 'CO-51', file: `${CONTRACT}/system/import.ts`, names: ['IMPORT_PART_NAMES'] },
  {
    id: 'CO-52',
    file: `${CONTRACT}/grid-column.ts`,
    names: ['gridColumn', 'gridRow', 'GRID_COLUMN_TYPES'],
    only: 'web',
  },
  { id: 'CO-52', file: `${CONTRACT}/constants.ts`, names: ['GRID'] },
  { id: 'CO-53', file: `${CONTRACT}/super-query.ts`, names: ['QueryLine', 'SavedQuery'] },
  { id: 'CO-54', file: 'packages/domain/src/cron/parts.ts', names: ['CRON_PARTS', 'PartValue'], only: 'web' },
  { id: 'CO-54', file: 'packages/domain/src/cron/next-runs.ts', names: ['nextRuns'] },
  { id: 'CO-55', file: `${CONTRACT}/grid-column.ts`, names: ['enhanceRecord'], only: 'web' },
  { id: 'CO-56', file: `${CONTRACT}/mon/wall.ts`, names: ['wallShared'] },
  { id: 'CO-56', file: 'packages/domain/src/wall.ts', names: ['WallState'] },
  { id: 'CO-57', file: `${CONTRACT}/socket/grid.ts`, names: ['gridMessage', 'gridUpdate'] },
]

const ROWS = parseFeatures(read('docs/features.md')).filter(({ id }) => id >= 'CO-37' && id <= 'CO-57')
const isTest = (path: string) => /\.(test|gallery)\.tsx?$|\/testing\//.test(path)
const sources = (folder: string) =>
  readdirSync(join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/src/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !isTest(path))
    .map((path) => ({ path, text: read(path) }))
const HALVES = { web: sources('apps/web'), server: sources('apps/server') }
const PACKAGES = ['packages/contract', 'packages/domain'].flatMap(sources)

/** The keys that a row lists in backticks. */
const keysOf = (text: string) => [...text.matchAll(/`([A-Za-z_]\w*)(?:\[\])?`/g)].map(([, key = '']) => key)

/** `@natim/contract/system/session` for its file; undefined = it is in an app. */
const specifierOf = (file: string) => {
  const match = /^packages\/(\w+)\/src\/(.*)\.ts$/.exec(file)
  return match ? `@natim/${match[1]}/${match[2]}` : undefined
}

describe('every entity of the specification', () => {
  it('[CO-35] is in the list of definitions', () => {
    expect(ROWS).toHaveLength(21)
    expect([...new Set(ENTITIES.map(({ id }) => id))]).toEqual(ROWS.map(({ id }) => id))
  })

  it.each(ENTITIES.flatMap(({ names, ...entity }) => names.map((name) => [name, entity] as const)))(
    '[CO-35] has one definition: %s',
    (name, { file }) => {
      const definition = new RegExp(`^export (?:const|type|interface|function) ${name}\\b`, 'm')
      const at = [...PACKAGES, ...HALVES.web, ...HALVES.server].filter(({ text }) => definition.test(text))
      expect(at.map(({ path }) => path)).toEqual([file])
    },
  )

  it.each(ENTITIES.map((entity) => [entity.id, entity] as const))(
    '[CO-35] is shared by client and server: %s',
    (_id, entity) => {
      const specifier = specifierOf(entity.file)
      const users = (half: keyof typeof HALVES) =>
        HALVES[half].filter(({ text }) => specifier !== undefined && text.includes(`'${specifier}'`))
      if (entity.only === undefined) expect(users('server').length).toBeGreaterThan(0)
      if (specifier !== undefined) expect(users('web').length).toBeGreaterThan(0)
    },
  )

  it.each(ROWS.map(({ id, text }) => [id, text] as const))('[CO-35] has the keys of its row: %s', (id, text) => {
    const texts = ENTITIES.filter((entity) => entity.id === id)
      .map(({ file }) => read(file))
      // Every row of a resource has an id.
      .map((definition) => (definition.includes('defineResource(') ? `id ${definition}` : definition))
    const missing = keysOf(text).filter(
      (key) => !texts.some((definition) => new RegExp(`\\b${key}\\b`).test(definition)),
    )
    expect(missing).toEqual([])
  })
})
