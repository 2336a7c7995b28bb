import type { NbcSpectra, NbcSpectrum } from '@natim/contract/mon/nbc'
import { findPeaks, lineResults, readSpectrum, type Spectrum } from '@natim/domain/nbc/spectrum'
import { DAY_MS } from '@natim/domain/time'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { type BlobRow, findSpectra } from './data.repository.ts'
import { nbcDeviceOf } from './nbc-device.ts'
import { type OfDevice, type ReadingDeps, spanOf } from './reading.ts'

const REFERENCE_MS = 7 * DAY_MS
/** Hourly over two days. */
const MAX_REFERENCES = 48

/** γ 能谱: the newest spectrum up to an instant, with the quietest of the previous week as reference. */
export const createSpectrumReading =
  ({ db, network }: Pick<ReadingDeps, 'db' | 'network'>) =>
  async (user: SessionUser, query: OfDevice): Promise<NbcSpectra> => {
    const span = spanOf(query)
    const { deviceNo } = nbcDeviceOf(await network.fresh(), user, query.deviceId, 'rad')
    const [newest] = await findSpectra(db, deviceNo, span, 1)
    const endMs = newest?.tsMs ?? span.toMs
    const earlier = await findSpectra(db, deviceNo, { fromMs: endMs - REFERENCE_MS, toMs: endMs - 1 }, MAX_REFERENCES)
    const spectrum = newest && readSpectrum(newest.meta, newest.content)
    const peaks = spectrum ? findPeaks(spectrum) : []
    const last = newest ?? earlier[0]
    const before = newest ? earlier[0] : earlier[1]
    return {
      spectrum: newest && spectrum ? toWire(newest, spectrum) : null,
      isUnreadable: newest !== undefined && spectrum === undefined,
      reference: spectrum ? quietest(earlier, spectrum) : null,
      peaks: peaks.map((peak) => ({ ...peak })),
      lines: spectrum ? lineResults(spectrum, peaks).map((line) => ({ ...line })) : [],
      nextMs: last && before ? 2 * last.tsMs - before.tsMs : null,
    }
  }

const toWire = ({ tsMs }: BlobRow, { counts, calibration, liveS, detector }: Spectrum): NbcSpectrum => ({
  tsMs,
  liveS,
  detector,
  calibration: [...calibration],
  counts: [...counts],
})

const rateOf = ({ counts, liveS }: Spectrum) => counts.reduce((sum, count) => sum + count, 0) / liveS

/** The spectrum with the lowest count rate, and the same number of channels as the one it is compared with. */
function quietest(rows: readonly BlobRow[], { counts }: Spectrum): NbcSpectrum | null {
  let best: { readonly row: BlobRow; readonly spectrum: Spectrum } | undefined
  for (const row of rows) {
    const spectrum = readSpectrum(row.meta, row.content)
    if (spectrum?.counts.length !== counts.length) continue
    if (best === undefined || rateOf(spectrum) < rateOf(best.spectrum)) best = { row, spectrum }
  }
  return best ? toWire(best.row, best.spectrum) : null
}
