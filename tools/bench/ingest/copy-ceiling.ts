import type pg from 'pg'
import { newPoints, type Points } from '../../../apps/server/src/modules/ingest/write/points.ts'
import { RowEncoder } from '../../../apps/server/src/modules/ingest/write/row-encoder.ts'
import { copySamples } from '../../../apps/server/src/modules/ingest/write/sample.repository.ts'
import type { BenchDevice } from './network.ts'
import { benchValue } from './signal.ts'

const ROWS_PER_COPY = 10_000

/** Rows like those of the batch load: one device after the other, a run of rows each. */
function* rowGroups(
  devices: readonly BenchDevice[],
  firstMs: number,
  rowMs: number,
  rowsPerBatch: number,
): Generator<Points> {
  let points = newPoints()
  for (let row = 0; ; row += rowsPerBatch) {
    for (const [index, device] of devices.entries()) {
      for (let r = row; r < row + rowsPerBatch; r++) {
        for (const [channel, channelNo] of device.channelNos.entries()) {
          points.deviceNos.push(device.deviceNo)
          points.channelNos.push(channelNo)
          points.tsMs.push(firstMs + r * rowMs)
          points.rxMs.push(firstMs + r * rowMs)
          points.values.push(benchValue(index, channel, r))
          points.flags.push(0)
        }
      }
      if (points.tsMs.length < ROWS_PER_COPY) continue
      yield points
      points = newPoints()
    }
  }
}

export interface CopyPlan {
  readonly firstMs: number
  readonly rowMs: number
  readonly rowsPerBatch: number
  readonly seconds: number
}

/** Rows per second of binary COPY into `mon_sample`, with one durable transaction per 10 000 rows of a connection. */
async function copyFor(client: pg.ClientBase, devices: readonly BenchDevice[], plan: CopyPlan): Promise<number> {
  const encoder = new RowEncoder()
  const startMs = performance.now()
  let rows = 0
  for (const points of rowGroups(devices, plan.firstMs, plan.rowMs, plan.rowsPerBatch)) {
    await client.query('begin')
    await copySamples(client, encoder.encode(points))
    await client.query('commit')
    rows += points.tsMs.length
    if (performance.now() - startMs >= plan.seconds * 1_000) break
  }
  return rows
}

/** The better of one connection and all at once, half the time each: the maximum this server can take. */
export async function measureCopyCeiling(
  clients: readonly pg.ClientBase[],
  devices: readonly BenchDevice[],
  plan: CopyPlan,
): Promise<{ readonly rows: number; readonly rowsPerS: number }> {
  let best = { rows: 0, rowsPerS: 0 }
  const seconds = plan.seconds / 2
  for (const [turn, used] of [clients.slice(0, 1), clients].entries()) {
    const startMs = performance.now()
    const counts = await Promise.all(
      used.map((client, index) => {
        const own = devices.filter((_, i) => i % used.length === index)
        return copyFor(client, own, { ...plan, seconds, firstMs: plan.firstMs - turn * 12 * 3_600_000 })
      }),
    )
    const rows = counts.reduce((sum, count) => sum + count, 0)
    const rowsPerS = rows / ((performance.now() - startMs) / 1_000)
    if (rowsPerS > best.rowsPerS) best = { rows, rowsPerS }
  }
  return best
}
