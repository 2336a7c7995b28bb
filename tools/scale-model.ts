// npm run scale:model [-- --channels 10 --period 60]: resources needed by a network of a given size, from measured
// costs.
import { parseArgs } from 'node:util'

/**
 * Per core of the machine in docs/performance.md, µs (`npm run bench:ingest`): a message with one value, and each
 * additional value.
 */
const MESSAGE_US = { server: 39.5, postgres: 44.3 }
const FURTHER_VALUE_US = { server: 1.4, postgres: 3.4 }
/** `npm run bench:pack`. */
const PACKING_US = 3.8
const BYTES = { row: 99.8, packed: 5.9, minute: 190 }
/** Not measured: rollups cost about as much as writing, and cores are planned at half load. */
const ROLLUP_FACTOR = 2
const BUSY = 0.5

const DAYS = { rows: 3, packed: 87, minutes: 400 }
const DAY_S = 86_400

const { values } = parseArgs({
  options: { channels: { type: 'string', default: '10' }, period: { type: 'string', default: '60' } },
})
const [channels, periodS] = [Number(values.channels), Number(values.period)]

function need(devices: number) {
  const messagesPerS = devices / periodS
  const samplesPerDay = messagesPerS * channels * DAY_S
  const cores = (part: 'server' | 'postgres') =>
    (messagesPerS * (MESSAGE_US[part] + (channels - 1) * FURTHER_VALUE_US[part])) / 1e6 / BUSY
  const packing = (messagesPerS * channels * PACKING_US) / 1e6 / BUSY
  const terabytes = (bytes: number, days: number) => (samplesPerDay * bytes * days) / 1e12
  // A minute has one row, however many samples it has.
  const minutes = (samplesPerDay * Math.min(1, periodS / 60) * BYTES.minute * DAYS.minutes) / 1e12
  return {
    devices,
    'messages/s': Math.round(messagesPerS),
    'samples/s': Math.round(messagesPerS * channels),
    'ingest cores': cores('server').toFixed(2),
    'database cores': (cores('postgres') * ROLLUP_FACTOR + packing).toFixed(2),
    'samples, TB': (terabytes(BYTES.row, DAYS.rows) + terabytes(BYTES.packed, DAYS.packed)).toFixed(2),
    'minutes, TB': minutes.toFixed(2),
  }
}

process.stdout.write(`${channels} channels a device, a message with all of them every ${periodS} s\n`)
console.table([10_000, 100_000, 1_000_000].map(need))
