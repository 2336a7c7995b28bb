/** A γ spectrum as reported by a detector. */
export interface Spectrum {
  readonly counts: readonly number[]
  /** keV of channel i: c0 + c1·i + c2·i². */
  readonly calibration: readonly [c0: number, c1: number, c2: number]
  readonly liveS: number
  readonly detector: string | null
}

export interface NuclideLine {
  readonly nuclide: string
  readonly keV: number
  /** From the ground, radon or potassium: always present. */
  readonly isNatural: boolean
}

/** The guide lines of domain §10.11, in table order. */
export const GUIDE_LINES: readonly NuclideLine[] = [
  { nuclide: 'I-131', keV: 364, isNatural: false },
  { nuclide: 'Cs-137', keV: 662, isNatural: false },
  { nuclide: 'Co-60', keV: 1173, isNatural: false },
  { nuclide: 'Co-60', keV: 1332, isNatural: false },
  { nuclide: 'K-40', keV: 1461, isNatural: true },
]
/** Further lines used to name peaks: progeny of radon and thorium. */
const NATURAL_LINES: readonly NuclideLine[] = [
  ['Pb-212', 239],
  ['Pb-214', 295],
  ['Pb-214', 352],
  ['Bi-214', 609],
  ['Ac-228', 911],
  ['Bi-214', 1120],
  ['Bi-214', 1765],
  ['Tl-208', 2614],
].map(([nuclide, keV]) => ({ nuclide: String(nuclide), keV: Number(keV), isNatural: true }))
export const KNOWN_LINES: readonly NuclideLine[] = [...GUIDE_LINES, ...NATURAL_LINES]

export const MAX_CHANNELS = 8_192
const MIN_CHANNELS = 64

/** Full width at half maximum at 662 keV as a share of the energy; scaled with the square root for other energies. */
const RESOLUTION: Readonly<Record<string, number>> = { HPGe: 0.002, CsI: 0.08, NaI: 0.07, plastic: 0.3 }
const DEFAULT_RESOLUTION = 0.07
const REFERENCE_KEV = 662

export const energyAt = ({ calibration: [c0, c1, c2] }: Spectrum, channel: number): number =>
  c0 + c1 * channel + c2 * channel ** 2

/** Channel of an energy, unrounded; undefined outside the spectrum. */
export function channelAt(spectrum: Spectrum, keV: number): number | undefined {
  const [c0, c1, c2] = spectrum.calibration
  const channel = c2 === 0 ? (keV - c0) / c1 : (-c1 + Math.sqrt(c1 ** 2 - 4 * c2 * (c0 - keV))) / (2 * c2)
  return channel >= 0 && channel <= spectrum.counts.length - 1 ? channel : undefined
}

/** keV */
export const fwhmAt = ({ detector }: Pick<Spectrum, 'detector'>, keV: number): number =>
  (RESOLUTION[detector ?? ''] ?? DEFAULT_RESOLUTION) * REFERENCE_KEV * Math.sqrt(keV / REFERENCE_KEV)

export interface PeakArea {
  /** Counts above the background, and their uncertainty (1 σ). */
  readonly net: number
  readonly sigma: number
  /** Smallest net area distinguishable from background at 95 % (Currie 1968). */
  readonly mda: number
}

const K_95 = 1.645
/** The peak window is ±1.2 FWHM, with the background in as many channels on both sides. */
const HALF_WIDTH = 1.2

/** Net area of a line: counts around it minus the background estimated from its sides. */
export function peakArea(spectrum: Spectrum, keV: number): PeakArea | undefined {
  const centre = channelAt(spectrum, keV)
  const perChannel = centre === undefined ? 0 : energyAt(spectrum, centre + 0.5) - energyAt(spectrum, centre - 0.5)
  if (centre === undefined || perChannel <= 0) return undefined
  const half = Math.max(1, Math.round((HALF_WIDTH * fwhmAt(spectrum, keV)) / perChannel))
  const side = Math.max(1, Math.round(half / 2))
  const [from, to] = [Math.round(centre) - half, Math.round(centre) + half]
  if (from - side < 0 || to + side >= spectrum.counts.length) return undefined
  const gross = sum(spectrum.counts, from, to)
  const left = sum(spectrum.counts, from - side, from - 1) / side
  const right = sum(spectrum.counts, to + 1, to + side) / side
  const width = to - from + 1
  const background = backgroundOf(left, right, width, side)
  // The variances of independent counts add; that of the sides is scaled with them.
  const scaled = (left + right) * side * (width / (2 * side)) ** 2
  return {
    net: gross - background,
    sigma: Math.sqrt(gross + scaled),
    mda: K_95 ** 2 + 2 * K_95 * Math.sqrt(background + scaled),
  }
}

/**
 * Interpolates between the means of both sides geometrically, as scattered counts decay: a straight line would
 * overestimate.
 */
function backgroundOf(left: number, right: number, width: number, side: number): number {
  if (left <= 0 || right <= 0) return ((left + right) / 2) * width
  let total = 0
  for (let i = 0; i < width; i++) {
    const share = (i + (side + 1) / 2) / (width + side)
    total += left * (right / left) ** share
  }
  return total
}

const sum = (counts: readonly number[], from: number, to: number) => {
  let total = 0
  for (let i = from; i <= to; i++) total += counts[i] ?? 0
  return total
}

export interface Peak {
  /** Centroid above the background, keV. */
  readonly keV: number
  readonly net: number
  /** The most probable known line. */
  readonly line: NuclideLine | null
}

const SIGNIFICANCE = 5
/** A centre further off than this share of the width matches no line. */
const NAME_WITHIN = 0.4
const MIN_KEV = 100
const SIGMA_OF_FWHM = 1 / 2.355
/** The filter extends this many σ to both sides; two peaks are further apart than `APART` times the width. */
const FILTER_SIGMAS = 3
const APART = 0.6

/**
 * Peaks that exceed 5 σ, by energy: where the second difference over the width of a peak is largest (Mariscotti 1967).
 * A linear background and the flank of a neighbour contribute nothing; a partial peak at the end is ignored.
 */
export function findPeaks(spectrum: Spectrum): Peak[] {
  const standing = spectrum.counts.map((_, channel) => significanceAt(spectrum, channel))
  return standing.flatMap((height, channel): Peak[] => {
    const keV = energyAt(spectrum, channel)
    if (height < SIGNIFICANCE || keV < MIN_KEV) return []
    const reach = Math.max(1, Math.round((APART * fwhmAt(spectrum, keV)) / widthAt(spectrum, channel)))
    if (!isHighest(standing, channel, reach)) return []
    const centre = energyAt(spectrum, channel + offsetOf(standing, channel))
    return [{ keV: centre, net: peakArea(spectrum, centre)?.net ?? 0, line: lineAt(spectrum, centre) }]
  })
}

/** Width of a channel, keV. */
const widthAt = (spectrum: Spectrum, channel: number) =>
  energyAt(spectrum, channel + 0.5) - energyAt(spectrum, channel - 0.5)

function significanceAt(spectrum: Spectrum, channel: number): number {
  const keV = energyAt(spectrum, channel)
  if (keV < MIN_KEV) return 0
  const sigma = Math.max(0.5, (fwhmAt(spectrum, keV) * SIGMA_OF_FWHM) / widthAt(spectrum, channel))
  const half = Math.ceil(FILTER_SIGMAS * sigma)
  if (channel - half < 0 || channel + half >= spectrum.counts.length) return 0
  const weights = Array.from({ length: 2 * half + 1 }, (_, i) => {
    const x = ((i - half) / sigma) ** 2
    return (1 - x) * Math.exp(-x / 2)
  })
  // Truncated weights would respond to a flat background; subtracting their mean avoids that.
  const mean = weights.reduce((total, weight) => total + weight, 0) / weights.length
  let found = 0
  let variance = 0
  for (const [i, weight] of weights.entries()) {
    const count = spectrum.counts[channel - half + i] ?? 0
    found += (weight - mean) * count
    variance += (weight - mean) ** 2 * count
  }
  return variance > 0 ? found / Math.sqrt(variance) : 0
}

/** The first one on a tie. */
function isHighest(values: readonly number[], at: number, reach: number): boolean {
  const height = values[at] ?? 0
  for (let i = at - reach; i <= at + reach; i++) {
    const other = values[i] ?? 0
    if (other > height || (other === height && i < at)) return false
  }
  return true
}

/** Vertex of a parabola through three points, in channels from the middle one. */
function offsetOf(values: readonly number[], at: number): number {
  const [left = 0, middle = 0, right = 0] = [values[at - 1], values[at], values[at + 1]]
  const bend = left - 2 * middle + right
  return bend === 0 ? 0 : Math.min(0.5, Math.max(-0.5, (left - right) / (2 * bend)))
}

function lineAt(spectrum: Spectrum, keV: number): NuclideLine | null {
  const nearest = KNOWN_LINES.toSorted((a, b) => Math.abs(a.keV - keV) - Math.abs(b.keV - keV))[0]
  return nearest && Math.abs(nearest.keV - keV) <= NAME_WITHIN * fwhmAt(spectrum, keV) ? nearest : null
}

export type LineVerdict = 'absent' | 'natural' | 'found'

export interface LineResult extends NuclideLine {
  readonly net: number | null
  readonly mda: number | null
  readonly verdict: LineVerdict
  /** A natural peak so near that its counts lie in this line's window. */
  readonly near: NuclideLine | null
}

/**
 * The guide lines of a spectrum. A line is present if its net area is above the MDA and the peak in its window is its
 * own: Pb-214 at 352 keV is no iodine. Lines outside the range are omitted.
 */
export function lineResults(spectrum: Spectrum, peaks: readonly Peak[]): LineResult[] {
  return GUIDE_LINES.map((line) => {
    const area = peakArea(spectrum, line.keV)
    const window = fwhmAt(spectrum, line.keV)
    const inWindow = peaks
      .filter(({ keV }) => Math.abs(keV - line.keV) <= window)
      .toSorted((a, b) => Math.abs(a.keV - line.keV) - Math.abs(b.keV - line.keV))
    const own = inWindow.find((peak) => peak.line?.keV === line.keV)
    const near = own ? null : (inWindow.find((peak) => peak.line?.isNatural)?.line ?? null)
    const isThere = area !== undefined && area.net > area.mda && own !== undefined
    return {
      ...line,
      net: area?.net ?? null,
      mda: area?.mda ?? null,
      verdict: isThere ? (line.isNatural ? 'natural' : 'found') : 'absent',
      near: near && near.keV !== line.keV ? near : null,
    }
  })
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/**
 * Parses a blob of kind `spectrum`: counts as unsigned 32-bit little-endian integers, or as a JSON list; its first line
 * is `{"cal":[c0,c1,c2],"live":s,"detector":"NaI"}`. Undefined if it is invalid or incomplete.
 */
export function readSpectrum(meta: unknown, content: Uint8Array): Spectrum | undefined {
  const said = (typeof meta === 'object' && meta !== null ? meta : {}) as Readonly<Record<string, unknown>>
  const [c0, c1, c2 = 0] = Array.isArray(said['cal']) ? (said['cal'] as unknown[]) : []
  const liveS = said['live']
  if (!isNumber(c0) || !isNumber(c1) || !isNumber(c2) || c1 <= 0 || !isNumber(liveS) || liveS <= 0) return undefined
  const counts = countsOf(content)
  const last = counts && c0 + c1 * (counts.length - 1) + c2 * (counts.length - 1) ** 2
  if (counts === undefined || last === undefined || last <= c0) return undefined
  const detector = typeof said['detector'] === 'string' ? said['detector'].slice(0, 16) : null
  return { counts, calibration: [c0, c1, c2], liveS, detector }
}

function countsOf(content: Uint8Array): number[] | undefined {
  const counts = content[0] === 0x5b ? fromJson(content) : fromBinary(content)
  if (counts === undefined || counts.length < MIN_CHANNELS || counts.length > MAX_CHANNELS) return undefined
  return counts.every((count) => Number.isInteger(count) && count >= 0) ? counts : undefined
}

/** Binary counts may also start with the byte of a bracket: invalid JSON is treated as binary. */
function fromJson(content: Uint8Array): number[] | undefined {
  try {
    const list: unknown = JSON.parse(new TextDecoder().decode(content))
    return Array.isArray(list) && list.every(isNumber) ? list : undefined
  } catch {
    return fromBinary(content)
  }
}

function fromBinary(content: Uint8Array): number[] | undefined {
  if (content.length % 4 !== 0) return undefined
  const view = new DataView(content.buffer, content.byteOffset, content.length)
  return Array.from({ length: content.length / 4 }, (_, i) => view.getUint32(i * 4, true))
}
