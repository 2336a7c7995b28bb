import { regionName } from '@natim/domain/regions'
import { orgCodeOf } from './departs.ts'
import { between, hash, unit } from './hash.ts'
import { type Place, placeOf, placesIn, type Spot } from './places.ts'
import { CITY_ALT_M, PROVINCE_FACTS } from './provinces.data.ts'
import { BORDERS, type Industry, type NamedSite, NUCLEAR, PARKS, PORTS } from './sites.data.ts'
import type { DemoStation, DemoStationType } from './types.ts'

/** A station with the data needed by the rest of the network. */
export interface PlannedStation extends DemoStation {
  /** Part of its devices' names: `江北`, `苏州姑苏`. */
  readonly place: string
  readonly industry?: Industry
}

const URBAN_STATIONS = 150
const MIN_PER_PROVINCE = 4
/** 60 national, 50 provincial and 40 municipal stations. */
const URBAN_TYPES: readonly DemoStationType[] = [
  ...Array.from({ length: 6 }, () => 'national' as const),
  ...Array.from({ length: 5 }, () => 'provincial' as const),
  ...Array.from({ length: 4 }, () => 'city' as const),
]
const URBAN_SUFFIX: Partial<Record<DemoStationType, string>> = {
  national: '国控站',
  provincial: '省控站',
  city: '市控站',
}

/** Residents within 5 km; own figures by type of surroundings. */
const POPULATION: Record<DemoStationType, readonly [number, number]> = {
  national: [90_000, 420_000],
  provincial: [60_000, 320_000],
  city: [40_000, 260_000],
  park: [3_000, 92_000],
  port: [8_000, 120_000],
  hospital: [150_000, 520_000],
  school: [80_000, 300_000],
  mobile: [60_000, 300_000],
  border: [1_500, 40_000],
  nuclear: [0, 6_000],
}

interface Draft {
  readonly type: DemoStationType
  readonly cityCode: string
  readonly lng: number
  readonly lat: number
  readonly place: string
  /** District or site: part of the address. */
  readonly quarter: string
  readonly name: string
  readonly shortName: string
  readonly industry?: Industry
}

/** The 300 stations of domain §11 in a stable order: urban, parks, hospitals, ports, nuclear, border, schools, mobile. */
export function planStations(): PlannedStation[] {
  const fixed = [...parks(), ...hospitals(), ...namedDrafts(PORTS), ...namedDrafts(NUCLEAR), ...namedDrafts(BORDERS)]
  const others = [...fixed, ...schools(), ...mobiles()]
  const numbers = new Map<string, number>()
  return [...urban(others), ...others].map((draft) => {
    const no = (numbers.get(draft.cityCode) ?? 0) + 1
    numbers.set(draft.cityCode, no)
    return toStation(draft, no)
  })
}

function toStation(draft: Draft, no: number): PlannedStation {
  const { cityCode, type } = draft
  const seed = hash(Number(cityCode), no)
  const [least, most] = POPULATION[type]
  const facts = PROVINCE_FACTS.find((province) => province.code.startsWith(cityCode.slice(0, 2)))
  return {
    code: `S${cityCode}-${String(no).padStart(3, '0')}`,
    name: draft.name,
    shortName: draft.shortName,
    stationType: type,
    lng: round6(draft.lng + (unit(seed, 1) - 0.5) * 0.008),
    lat: round6(draft.lat + (unit(seed, 2) - 0.5) * 0.006),
    altM: (CITY_ALT_M[cityCode] ?? facts?.altM ?? 50) + between(-4, 12, seed, 3),
    address: `${regionName(cityCode)}${draft.quarter}监测路 ${between(1, 399, seed, 4)} 号`,
    funcZone: type === 'nuclear' || type === 'border' ? 1 : 2,
    population5km: between(least / 100, most / 100, seed, 5) * 100,
    regionCode: cityCode,
    sysOrgCode: orgCodeOf(cityCode),
    place: draft.place,
    ...(draft.industry === undefined ? {} : { industry: draft.industry }),
  }
}

const round6 = (degrees: number) => Math.round(degrees * 1e6) / 1e6

function parks(): Draft[] {
  return PARKS.map((park) => namedDraft(park, ''))
}

function namedDrafts(sites: readonly NamedSite[]): Draft[] {
  return sites.map((site) => namedDraft(site, '站'))
}

function namedDraft(site: NamedSite, ending: string): Draft {
  const shortName = site.place + site.suffix + ending
  return { ...site, quarter: site.place, name: withCity(placeOf(site.cityCode), shortName), shortName }
}

/** `南京江北…`, but never `天津天津港…`. */
function withCity(city: Place, text: string): string {
  return text.startsWith(city.name) ? text : city.name + text
}

/** One hospital in each capital except Lhasa, which has more border stations than fever clinics. */
function hospitals(): Draft[] {
  return PROVINCE_FACTS.filter(({ code }) => code !== '540000').map(({ code }, index) => {
    const city = placesIn(code)[0] as Place
    const name = ['传染病医院', '第八人民医院', '第三人民医院'][index % 3] as string
    return atSpot('hospital', city, 1, `${city.name}${name}站`, `${city.name}${name.replace('人民', '')}`)
  })
}

function mostPopulous(count: number): string[] {
  const sorted = PROVINCE_FACTS.toSorted((a, b) => b.population - a.population)
  return sorted.slice(0, count).map((province) => province.code)
}

function schools(): Draft[] {
  return mostPopulous(10).map((code) => {
    const city = placesIn(code)[1] as Place
    return atSpot('school', city, 2, `${city.name}实验中学站`, `${city.name}实验中学`)
  })
}

function mobiles(): Draft[] {
  return mostPopulous(10).map((code) => {
    const city = placesIn(code)[0] as Place
    return atSpot('mobile', city, 3, `${city.name}走航监测车`, `${city.name}走航车`)
  })
}

function atSpot(type: DemoStationType, city: Place, spotIndex: number, name: string, place: string): Draft {
  const spot = spotOf(city, spotIndex)
  return { type, cityCode: city.code, lng: spot.lng, lat: spot.lat, place, quarter: spot.name, name, shortName: place }
}

function spotOf(city: Place, index: number): Spot {
  return city.spots[index % city.spots.length] as Spot
}

/** Urban stations by population, with the minimum of four per province. */
function urban(others: readonly Draft[]): Draft[] {
  const counts = urbanCounts(others)
  let no = 0
  return PROVINCE_FACTS.flatMap(({ code }) => {
    const cities = placesIn(code)
    return Array.from({ length: counts.get(code) ?? 0 }, (_, index) => {
      // The capital gets two before the other cities get one: most stations are where most people live.
      const city = cities[index < 2 ? 0 : (index - 1) % cities.length] as Place
      const spot = spotOf(city, index < 2 ? index * 4 : Math.floor((index - 1) / cities.length) + 4)
      const type = URBAN_TYPES[no++ % URBAN_TYPES.length] as DemoStationType
      const place = withCity(city, spot.name)
      const suffix = URBAN_SUFFIX[type] ?? ''
      const { lng, lat, name: quarter } = spot
      return { type, cityCode: city.code, lng, lat, place, quarter, name: place + suffix, shortName: quarter + suffix }
    })
  })
}

/** Highest-averages apportionment above the minimum. */
function urbanCounts(others: readonly Draft[]): Map<string, number> {
  const present = (code: string) => others.filter((draft) => draft.cityCode.startsWith(code.slice(0, 2))).length
  const counts = new Map(
    PROVINCE_FACTS.map(({ code }) => [code, Math.max(1, MIN_PER_PROVINCE - present(code))] as const),
  )
  let left = URBAN_STATIONS - [...counts.values()].reduce((sum, count) => sum + count, 0)
  for (; left > 0; left--) {
    const next = PROVINCE_FACTS.reduce((best, province) => (share(province) > share(best) ? province : best))
    counts.set(next.code, (counts.get(next.code) ?? 0) + 1)
  }
  return counts

  function share({ code, population }: (typeof PROVINCE_FACTS)[number]): number {
    return population / ((counts.get(code) ?? 0) + 1)
  }
}
