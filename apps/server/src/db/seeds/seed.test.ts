import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROW_PAGES } from '@natim/contract/page-rights'
import { LIMITS } from '@natim/domain/limits'
import { METRICS } from '@natim/domain/metrics'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDb, type Db } from '../../platform/db/db.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import { createFirstAdmin } from './first-admin.ts'
import { SEED_MENUS } from './menus.data.ts'
import { seed } from './seed.ts'

let database: TestDatabase
let db: Db
let dataDir: string
const count = async (
  table: 'sysPermission' | 'sysRole' | 'sysDictItem' | 'monMetric' | 'monLimit' | 'monDeviceModel' | 'sysUser',
) =>
  (
    await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
const grantsOf = async (roleId: string) =>
  (await db.selectFrom('sysRolePermission').select('permissionId').where('roleId', '=', roleId).execute()).map(
    (row) => row.permissionId,
  )

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'natim-seed-'))
  db = createDb(createTestPool(database.connectionString))
  // Two instances may start concurrently.
  await Promise.all([seed(db), seed(db)])
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

describe('seeds', () => {
  it('contain every metric, limit and menu once, however often they run', async () => {
    await seed(db)
    expect(await count('monMetric')).toBe(METRICS.length)
    expect(await count('monLimit')).toBe(LIMITS.length)
    expect(await count('sysPermission')).toBe(SEED_MENUS.length)
    expect(await count('monDeviceModel')).toBeGreaterThan(9)
  })

  it('[SY-26] contain every list and hidden page that are granted together', () => {
    const hidden = (id: string) => SEED_MENUS.find((menu) => menu.id === id)?.hidden
    const pairs = Object.entries(ROW_PAGES).map(([list, page]) => [
      list,
      SEED_MENUS.some(({ id }) => id === list),
      hidden(page),
    ])
    expect(pairs).toEqual(Object.keys(ROW_PAGES).map((list) => [list, true, true]))
  })

  it('give each role its pages with their parent groups and hidden sibling pages', async () => {
    const duty = await grantsOf('r-prov-duty')
    expect(duty).toEqual(
      expect.arrayContaining(['m-home', 'm-map', 'm-device', 'm-device-list', 'm-device-detail', 'm-sensordata']),
    )
    expect(duty).not.toContain('p-mon-device-secret')
    // Sees satellite tasks without editing them: the hidden editor beside the list is not granted.
    expect(duty).toEqual(expect.arrayContaining(['m-sat-task', 'm-sat-detail']))
    expect(duty).not.toContain('m-sat-edit')
    expect(await grantsOf('r-sat-planner')).toContain('m-sat-edit')
    expect(duty).not.toContain('p-system-online-forceLogout')
    expect(await grantsOf('r-admin')).toHaveLength(SEED_MENUS.length)
    expect(await grantsOf('r-test')).toEqual(
      expect.arrayContaining(['m-message', 'm-my-notice', 'm-account-center', 'm-account-settings']),
    )
    expect(await grantsOf('r-test')).toHaveLength(4)
  })

  it('leave changes by an administrator alone', async () => {
    await db
      .deleteFrom('sysRolePermission')
      .where('roleId', '=', 'r-analyst')
      .where('permissionId', '=', 'm-map')
      .execute()
    await db.updateTable('sysPermission').set({ name: '电子地图' }).where('id', '=', 'm-map').execute()
    await seed(db)
    expect(await grantsOf('r-analyst')).not.toContain('m-map')
    expect(
      (await db.selectFrom('sysPermission').select('name').where('id', '=', 'm-map').executeTakeFirstOrThrow()).name,
    ).toBe('电子地图')
  })

  it('grant a page added by an update to the shipped roles', async () => {
    await db.deleteFrom('sysRolePermission').where('permissionId', '=', 'p-mon-ts-view').execute()
    await db.deleteFrom('sysPermission').where('id', '=', 'p-mon-ts-view').execute()
    await seed(db)
    expect(await grantsOf('r-analyst')).toContain('p-mon-ts-view')
  })

  it('start with positions, categories below their parents and check rules, and keep changes by users', async () => {
    const categories = await db.selectFrom('sysCategory').selectAll().execute()
    expect(categories.length).toBeGreaterThan(30)
    for (const { pid, code } of categories) {
      const parent = categories.find((category) => category.id === pid)
      expect(code.slice(0, -3)).toBe(parent?.code ?? '')
    }
    await db.deleteFrom('sysCheckRule').where('ruleCode', '=', 'asset_no').execute()
    await db.updateTable('sysPosition').set({ name: '主任' }).where('code', '=', 'director').execute()
    await seed(db)
    expect(await db.selectFrom('sysCheckRule').select('ruleCode').orderBy('ruleCode').execute()).toEqual([
      { ruleCode: 'common' },
      { ruleCode: 'credit_code' },
      { ruleCode: 'station_code' },
    ])
    const director = await db.selectFrom('sysPosition').select('name').where('code', '=', 'director').executeTakeFirst()
    expect(director?.name).toBe('主任')
  })

  it('move a right below the page added by an update, unless an administrator moved it', async () => {
    const parentOf = async (id: string) =>
      (await db.selectFrom('sysPermission').select('parentId').where('id', '=', id).executeTakeFirstOrThrow()).parentId
    const put = (id: string, parentId: string) =>
      db.updateTable('sysPermission').set({ parentId }).where('id', '=', id).execute()
    await put('p-system-file-list', 'm-home')
    await put('p-system-announcement-release', 'm-message')
    await put('p-system-announcement-edit', 'm-report')
    await seed(db)
    expect(await parentOf('p-system-file-list')).toBe('m-file')
    expect(await parentOf('p-system-announcement-release')).toBe('m-notice')
    expect(await parentOf('p-system-announcement-edit')).toBe('m-report')
    await put('p-system-announcement-edit', 'm-notice')
  })

  it('update the catalogues from the code', async () => {
    await db.updateTable('monMetric').set({ nameCn: '旧名' }).where('code', '=', 'pm25').execute()
    await seed(db)
    expect(
      (await db.selectFrom('monMetric').select('nameCn').where('code', '=', 'pm25').executeTakeFirstOrThrow()).nameCn,
    ).not.toBe('旧名')
  })
})

describe('the first administrator', () => {
  const hashPassword = async (password: string) => `hash of ${password}`

  it('gets a random password, stored in a file readable by its owner only', async () => {
    const admin = await createFirstAdmin(db, { dataDir, password: undefined, hashPassword })
    const { file = '', password = '' } = admin?.generated ?? {}
    expect(admin?.username).toBe('admin')
    expect(password.length).toBeGreaterThanOrEqual(16)
    expect((await readFile(file, 'utf8')).trim()).toBe(password)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('is created only once', async () => {
    expect(await createFirstAdmin(db, { dataDir, password: 'another-password', hashPassword })).toBeUndefined()
    expect(await count('sysUser')).toBe(1)
  })
})
