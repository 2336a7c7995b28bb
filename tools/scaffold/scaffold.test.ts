import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../lib/checkout.mjs'
import { namesOf } from './resource-names.ts'
import { writeResource } from './write-resource.ts'

const SHIFT_SITE = namesOf('shift-site', '值班地点', 'system')

it('names a resource by convention', () => {
  expect(SHIFT_SITE).toMatchObject({
    camel: 'shiftSite',
    upper: 'SHIFT_SITE',
    table: 'sys_shift_site',
    tableCamel: 'sysShiftSite',
    base: '/sys/shiftSite',
    code: 'system:shiftSite',
    view: 'system/ShiftSiteList',
    url: '/isystem/shiftSite',
  })
  expect(namesOf('limit', '限值', 'mon')).toMatchObject({ table: 'mon_limit', base: '/mon/limit', code: 'mon:limit' })
  expect(() => namesOf('ShiftSite', '值班地点', 'system')).toThrow('kebab-case')
  expect(() => namesOf('shift-site', '值班地点', 'sys')).toThrow('system, mon')
})

describe('a scaffolded resource', () => {
  let copy: string
  let files: readonly string[]
  /** Its own tests, and the generated database types with its table. */
  let tested: SpawnSyncReturns<string>
  const start = (program: string, args: readonly string[], { folder = '.', env = {} } = {}) => {
    const options = { cwd: join(copy, folder), env: { ...process.env, ...env }, encoding: 'utf8' } as const
    return spawnSync(join(copy, 'node_modules/.bin', program), args, options)
  }
  const endsWell = ({ status, stdout, stderr }: SpawnSyncReturns<string>) => expect(status, stdout + stderr).toBe(0)

  beforeAll(() => {
    copy = copyOfCheckout()
    files = writeResource(copy, SHIFT_SITE)
    endsWell(start('biome', ['format', '--write', ...files.filter((file) => file.endsWith('.ts'))]))
    // One run for both: creating the database is most of the work.
    const tests = ['src/db/types.test.ts', 'src/modules/shift-site']
    tested = start('vitest', ['run', ...tests], { folder: 'apps/server', env: { UPDATE_DB_TYPES: '1' } })
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }), 120_000)

  it('compiles', () => {
    // The written files and their imports: the rest is compiled by the main run.
    const isCompiled = (file: string) =>
      file.endsWith('.ts') && !file.startsWith('apps/web/') && file !== 'apps/server/src/api.routes.ts'
    const config = {
      extends: './tsconfig.base.json',
      compilerOptions: { noEmit: true, composite: false, types: ['node'] },
      // Declares the values provided to server tests.
      files: ['apps/server/src/testing/global-setup.ts', ...files.filter(isCompiled)],
    }
    writeFileSync(join(copy, 'tsconfig.scaffold.json'), JSON.stringify(config))
    // Each additional thread repeats most of the type work.
    endsWell(start('tsc', ['-p', 'tsconfig.scaffold.json', '--singleThreaded']))
  }, 300_000)

  it('is served to permitted users, and has its chapter', () => {
    endsWell(tested)
    expect(tested.stdout).toContain('src/modules/shift-site')
    endsWell(start('tsx', ['tools/gates/cli.ts', 'sql', 'docs']))
  }, 300_000)

  it('is not overwritten', () => {
    const matrix = readFileSync(join(copy, 'apps/server/src/testing/matrix-expected.ts'), 'utf8')
    expect(() => writeResource(copy, SHIFT_SITE)).toThrow('shift-site is there already')
    expect(readFileSync(join(copy, 'apps/server/src/testing/matrix-expected.ts'), 'utf8')).toBe(matrix)
  })
})

/** What git would commit, plus tsc's output and linked packages; workspace packages are its own. */
function copyOfCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'natim-scaffold-'))
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of listed.split('\n').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(ROOT, file), join(copy, file))
  }
  const packages = join(ROOT, 'node_modules')
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(packages)) {
    if (name === '@natim')
      cpSync(join(packages, name), join(copy, 'node_modules', name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(packages, name), join(copy, 'node_modules', name))
  }
  // Packages whose version differs in a workspace.
  for (const workspace of ['apps/server', 'packages/contract', 'packages/domain', 'tools']) {
    const own = join(ROOT, workspace, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(copy, workspace, 'node_modules'))
  }
  return copy
}
