import type pg from 'pg'
import { copySamples } from '../../../apps/server/src/modules/ingest/write/sample.repository.ts'
import { newPoints, type Points } from '../../../apps/server/src/modules/ingest/write/points.ts'
import { RowEncoder } from '../../../apps/server/src/modules/ingest/write/row-encoder.ts'
import type { BenchDevice } from './network.ts'
import { benchValue } from './signal.ts'

const ROWS_PER_COPY = 10_000

/** Rows like those of the batch load: a device after the other, a stretch of rows each. */
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

/** Rows a second of binary COPY into `mon_sample` on one connection, one durable transaction for each 10 000 rows. */
export async function measureCopyCeiling(
  client: pg.ClientBase,
  devices: readonly BenchDevice[],
  plan: { readonly firstMs: number; readonly rowMs: number; readonly rowsPerBatch: number; readonly seconds: number },
): Promise<{ readonly rows: number; readonly rowsPerS: number }> {
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
  return { rows, rowsPerS: rows / ((performance.now() - startMs) / 1_000) }
}
