import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type pg from 'pg'
import { buildApp } from '../app.ts'
import { findUserByUsername, hashPassword } from '../modules/session/index.ts'
import { openSession } from '../modules/session/open-session.ts'
import { type Bus, createLocalBus } from '../platform/bus.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { type Config, loadConfig } from '../platform/config.ts'
import { createDb, type Db } from '../platform/db/db.ts'
import { newId } from '../platform/id.ts'
import { createLogger } from '../platform/logger.ts'
import type { SmsSender } from '../platform/sms.ts'
import { createTestDatabase } from './database.ts'
import { everyTenantUrl } from './database-url.ts'
import { createTestPool } from './test-pool.ts'

export const PASSWORD = 'duty-room-2026!'
/** Hashed once: hashing is as slow here as in production, and all test accounts share the password. */
let passwordHash: Promise<string> | undefined

export interface TestApp {
  readonly app: FastifyInstance
  /** For assertions: sees the rows of every tenant. */
  readonly db: Db
  /** The server's own pool. */
  readonly pool: pg.Pool
  readonly bus: Bus
  /** Creates a user with the given roles (codes) and scope; returns its id. */
  addUser(username: string, given?: NewUser): Promise<string>
  /** A role `r-<code>` with all permissions on these registers: `user` for `system:user:…`. */
  addRole(code: string, nouns: readonly string[]): Promise<void>
  /** Opens a session as after a correct password, without hashing it; returns the token. */
  signIn(username: string): Promise<string>
  /** Calls the API below its prefix and parses the envelope. */
  call(method: InjectOptions['method'], path: string, options?: CallOptions): Promise<Answer>
  close(): Promise<void>
}

interface NewUser {
  readonly roles?: readonly string[]
  readonly orgCode?: string
  readonly regionPrefixes?: readonly string[]
  readonly status?: number
}

interface CallOptions {
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // The tests read whatever an endpoint answers; its shape is checked by the contract in the app itself.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  readonly raw: Buffer
}

/** The whole console server on its own seeded database, not listening. Responses are checked. */
export async function buildTestApp(
  given: { config?: Partial<Config>; clock?: Clock; smsSender?: SmsSender; checkAnswers?: boolean } = {},
): Promise<TestApp> {
  const database = await createTestDatabase({ seeded: true })
  const { connectionString } = database
  const pool = createTestPool(connectionString, { max: 6 })
  const serverDb = createDb(pool)
  const db = createDb(createTestPool(everyTenantUrl(connectionString), { max: 3 }))
  const dataDir = await mkdtemp(join(tmpdir(), 'natim-test-'))
  const config = { ...loadConfig({ CAPTCHA: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir }), ...given.config }
  const errors: unknown[] = []
  const bus = createLocalBus((error) => errors.push(error))
  const app = await buildApp({
    config,
    logger: createLogger(config),
    db: serverDb,
    pool,
    bus,
    clock: given.clock ?? systemClock,
    smsSender: given.smsSender,
    mqttPort: () => 1883,
    checkAnswers: given.checkAnswers ?? true,
  })
  passwordHash ??= hashPassword(PASSWORD)
  const ownHash = await passwordHash

  const call: TestApp['call'] = async (method, path, options = {}) => {
    const response = await app.inject({
      ...(method === undefined ? {} : { method }),
      url: `/jeecg-boot${path}`,
      headers: { ...(options.token ? { 'x-access-token': options.token } : {}), ...options.headers },
      ...(options.body === undefined ? {} : { payload: options.body as object }),
    })
    const isJson = String(response.headers['content-type'] ?? '').includes('json')
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? response.json() : undefined,
      raw: response.rawPayload,
    }
  }

  return {
    app,
    db,
    pool,
    bus,
    call,
    async addRole(code, nouns) {
      const id = `r-${code}`
      await db.insertInto('sysRole').values({ id, roleCode: code, roleName: code }).execute()
      const rights = await db
        .selectFrom('sysPermission')
        .select('id')
        .where((where) => where.or(nouns.map((noun) => where('perms', 'like', `system:${noun}:%`))))
        .execute()
      const grants = rights.map((right) => ({ roleId: id, permissionId: right.id }))
      await db.insertInto('sysRolePermission').values(grants).execute()
    },
    async addUser(username, { roles = [], orgCode = 'A01', regionPrefixes = ['*'], status = 1 } = {}) {
      const id = newId()
      await db
        .insertInto('sysUser')
        .values({
          id,
          username,
          realname: `${username}（测试）`,
          passwordHash: ownHash,
          orgCode,
          regionPrefixes: [...regionPrefixes],
          status,
        })
        .execute()
      for (const roleCode of roles) {
        await db
          .insertInto('sysUserRole')
          .columns(['userId', 'roleId'])
          .expression((eb) =>
            eb
              .selectFrom('sysRole')
              .select([eb.val(id).as('userId'), 'id'])
              .where('roleCode', '=', roleCode),
          )
          .execute()
      }
      return id
    },
    async signIn(username) {
      const user = await findUserByUsername(serverDb, username)
      if (user?.status !== 1) throw new Error(`Nobody who could sign in is called ${username}`)
      const visitor = { ip: '127.0.0.1', userAgent: 'lightMyRequest' }
      return (await openSession(serverDb, { user, visitor, kind: '密码', remember: false })).token
    },
    async close() {
      await app.close()
      await Promise.all([serverDb.destroy(), db.destroy()])
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
