import Fastify from 'fastify'
import pg from 'pg'

/** Plan of the bare server, passed as JSON in its only argument. */
export interface BarePlan {
  readonly connectionString: string
  readonly connections: number
}

const plan = JSON.parse(process.argv[2] ?? '') as BarePlan
const pool = new pg.Pool({ connectionString: plan.connectionString, max: plan.connections })

/**
 * Ceiling of the API: Fastify and one prepared query over an index, in the envelope, without session, permission,
 * schema or count. Prints its port.
 */
const app = Fastify()
app.get('/list', async () => {
  const { rows } = await pool.query({
    name: 'page',
    text: `select id, username, realname, avatar, birthday, sex, email, phone, telephone, org_code, status, work_no, post,
      user_identity, depart_ids, create_by, create_time, update_by, update_time
      from sys_user order by id limit 10`,
  })
  return { success: true, message: '', code: 200, result: { records: rows, total: 0 }, timestamp: Date.now() }
})
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`)
