import type { CityDay, CityRow, InfectionSituation, PrintedShare } from '@natim/contract/mon/infection'
import { citySignal, type Share, SIGNAL_LEAD_DAYS, SIGNAL_MIN_CASES, wilson } from '@natim/domain/infection'
import { type NamedSignal, situationSentence } from '@natim/domain/infection-words'
import { regionShortName } from '@natim/domain/regions'
import { type PrintedCount, printCounts } from '@natim/domain/subject-counts'
import { meanOf, type WearerDay } from '../wearable/index.ts'
import type { BreathDay } from './infection.repository.ts'

/** Counts of a city on a day before suppression. */
interface Counted {
  readonly wearers: readonly WearerDay[]
  readonly breath: BreathDay | undefined
}

export interface SituationInput {
  readonly wearers: readonly WearerDay[]
  readonly breath: readonly BreathDay[]
  /** The displayed days and the nine before them, oldest first. */
  readonly days: readonly string[]
  /** Date of the table; defaults to the last displayed day. */
  readonly date: string | undefined
  readonly regionCode: string | undefined
  readonly nowMs: number
}

/** Displayable cities by day, with their signals (domain §5.8). */
export function situationOf({ days, date: asked, nowMs, ...given }: SituationInput): InfectionSituation {
  const codes = [...new Set([...given.wearers, ...given.breath].map(({ regionCode }) => regionCode))].toSorted()
  const counted = countedBy(given, codes, days)
  const shown = days.slice(SIGNAL_LEAD_DAYS)
  const printed = shown.map((_, index) => printDay(counted.map((city) => city[index + SIGNAL_LEAD_DAYS])))
  const signals = counted.map((city) => ({
    fever: signalsOf(city.map(feverCases)),
    breath: signalsOf(city.map(breathCases)),
  }))
  const cityDays = codes.map((_, city) =>
    printed.flatMap((day, index) => {
      const measures = day.cities[city]
      const feverSignal = signals[city]?.fever[index]
      const breathSignal = signals[city]?.breath[index]
      return measures && feverSignal && breathSignal ? [{ ...measures, feverSignal, breathSignal }] : []
    }),
  )
  const at = Math.max(0, shown.includes(asked ?? '') ? shown.indexOf(asked ?? '') : shown.length - 1)
  const cities = codes.flatMap((code, city) => rowOf(code, cityDays[city] ?? [], shown, at)).toSorted(byStrength)
  const chosen = cities.find(({ regionCode }) => regionCode === given.regionCode) ?? cities[0]
  const total = printed[at]?.total ?? NOBODY
  return {
    untilMs: nowMs,
    days: [...shown],
    date: shown[at] ?? '',
    sentence: situationSentence(namedSignals(cities), { fever: told(total.fever), breath: told(total.breath) }),
    total,
    totals: printed.map((day) => day.total),
    cities,
    city: chosen
      ? {
          regionCode: chosen.regionCode,
          regionName: chosen.regionName,
          days: cityDays[codes.indexOf(chosen.regionCode)] ?? [],
        }
      : null,
  }
}

function countedBy(
  { wearers, breath }: Pick<SituationInput, 'wearers' | 'breath'>,
  codes: readonly string[],
  days: readonly string[],
): Counted[][] {
  const placeOf = (row: { readonly regionCode: string; readonly day: string }) => `${row.regionCode} ${row.day}`
  const wearersAt = new Map<string, WearerDay[]>()
  for (const row of wearers) {
    const held = wearersAt.get(placeOf(row))
    if (held) held.push(row)
    else wearersAt.set(placeOf(row), [row])
  }
  const breathAt = new Map(breath.map((row) => [placeOf(row), row]))
  return codes.map((regionCode) =>
    days.map((day) => {
      const place = placeOf({ regionCode, day })
      return { wearers: wearersAt.get(place) ?? [], breath: breathAt.get(place) }
    }),
  )
}

type Measures = InfectionSituation['total']
const NOTHING: PrintedShare = { n: 'small', of: 'small', share: null, low: null, high: null }
const NOBODY: Measures = { fever: NOTHING, breath: NOTHING, hrZ: null, rrZ: null }

/** Cities of one day, with small counts and anything they could be derived from hidden. */
function printDay(cities: readonly (Counted | undefined)[]): { readonly cities: Measures[]; readonly total: Measures } {
  const worn = printCounts(cities.map((city) => city?.wearers.length ?? 0))
  const fever = printCounts(cities.map((city) => feverCount(city)))
  const tested = printCounts(cities.map((city) => city?.breath?.persons ?? 0))
  const positive = printCounts(cities.map((city) => city?.breath?.presumptivePersons ?? 0))
  const tests = (given: readonly (Counted | undefined)[], key: 'tests' | 'presumptive') =>
    given.reduce((sum, city) => sum + (city?.breath?.[key] ?? 0), 0)
  const measures = (
    of: readonly (Counted | undefined)[],
    cells: Record<'worn' | 'fever' | 'tested' | 'positive', PrintedCount | undefined>,
  ): Measures => {
    const wearers = of.flatMap((city) => city?.wearers ?? [])
    const isTold = typeof cells.worn === 'number'
    return {
      fever: printedShare(cells.fever, cells.worn),
      // Suppression is decided by persons, but tests are printed.
      breath: printedShare(
        instead(cells.positive, () => tests(of, 'presumptive')),
        instead(cells.tested, () => tests(of, 'tests')),
      ),
      hrZ: isTold ? meanOf(wearers.map(({ hrZ }) => hrZ)) : null,
      rrZ: isTold ? meanOf(wearers.map(({ rrZ }) => rrZ)) : null,
    }
  }
  return {
    cities: cities.map((city, i) =>
      measures([city], {
        worn: worn.cells[i],
        fever: fever.cells[i],
        tested: tested.cells[i],
        positive: positive.cells[i],
      }),
    ),
    total: measures(cities, { worn: worn.total, fever: fever.total, tested: tested.total, positive: positive.total }),
  }
}

const instead = (count: PrintedCount | undefined, tests: () => number) => (typeof count === 'number' ? tests() : count)

function printedShare(n: PrintedCount = 'small', of: PrintedCount = 'small'): PrintedShare {
  if (typeof n !== 'number' || typeof of !== 'number') return { n, of, share: null, low: null, high: null }
  const { share, low, high } = wilson(n, of)
  return { n, of, share, low, high }
}

const told = ({ n, of, share, low, high }: PrintedShare): Share | null =>
  typeof n === 'number' && typeof of === 'number' ? { n, of, share, low, high } : null

const feverCount = (city: Counted | undefined) => city?.wearers.filter(({ hasFever }) => hasFever).length ?? 0

/** Cases of a day, and the number of persons, which decides whether they may be shown. */
interface Cases {
  readonly n: number
  readonly persons: number
}
const feverCases = (city: Counted): Cases => ({ n: feverCount(city), persons: feverCount(city) })
const breathCases = ({ breath }: Counted): Cases => ({
  n: breath?.presumptive ?? 0,
  persons: breath?.presumptivePersons ?? 0,
})

/**
 * Signals of the days after the lead. Five tests of fewer than five persons are no signal: they are not displayed
 * either.
 */
function signalsOf(cases: readonly Cases[]): CityDay['feverSignal'][] {
  return cases.slice(SIGNAL_LEAD_DAYS).map(({ persons }, index) => {
    const signal = citySignal(cases.slice(0, index + SIGNAL_LEAD_DAYS + 1).map(({ n }) => n))
    const isSignal = signal !== null && signal.isSignal && persons >= SIGNAL_MIN_CASES
    return { need: signal?.need ?? SIGNAL_MIN_CASES, isSignal }
  })
}

const hasSignal = ({ feverSignal, breathSignal }: CityDay) => feverSignal.isSignal || breathSignal.isSignal

function rowOf(regionCode: string, days: readonly CityDay[], shown: readonly string[], at: number): CityRow[] {
  const day = days[at]
  if (day === undefined) return []
  const firstAt = days.findIndex(hasSignal)
  return [
    {
      ...day,
      regionCode,
      regionName: regionShortName(regionCode),
      signalDays: days.filter(hasSignal).length,
      firstSignal: shown[firstAt] ?? null,
    },
  ]
}

/** Order: signals of the day, then of the span, then shares; hidden values last. */
function byStrength(a: CityRow, b: CityRow): number {
  const order = (row: CityRow) => [
    Number(hasSignal(row)),
    row.signalDays,
    row.breath.share ?? -1,
    row.fever.share ?? -1,
    typeof row.fever.of === 'number' ? row.fever.of : -1,
  ]
  const [ofA, ofB] = [order(a), order(b)]
  const at = ofA.findIndex((value, index) => value !== ofB[index])
  return at < 0 ? a.regionCode.localeCompare(b.regionCode) : (ofB[at] ?? 0) - (ofA[at] ?? 0)
}

const namedSignals = (cities: readonly CityRow[]): NamedSignal[] =>
  cities.flatMap(({ regionName: cityName, breathSignal, feverSignal, breath, fever }) => {
    const signals = [
      { indicator: 'breath' as const, signal: breathSignal, n: breath.n },
      { indicator: 'fever' as const, signal: feverSignal, n: fever.n },
    ]
    return signals
      .filter(({ signal }) => signal.isSignal)
      .map(({ indicator, signal, n }) => ({
        cityName,
        indicator,
        n: typeof n === 'number' ? n : null,
        need: signal.need,
      }))
  })
