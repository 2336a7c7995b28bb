import { isInArea } from '@natim/domain/map-area'
import { regionByCode, regionName } from '@natim/domain/regions'
import { type Boundaries, boundsOf, loadCities, loadGeoData } from './geo-data.ts'
import type { Bbox, MapPlace } from './map-item.ts'

/** The province of a place, with the city, or the district of a municipality, where its boundary is known. */
export interface PlaceRegion {
  readonly province: string
  /** `江苏省苏州市` */
  readonly name: string
}

type Boundary = Boundaries['features'][number]

const isInside = ({ geometry }: Boundary, place: MapPlace): boolean =>
  geometry.coordinates.some(([ring = []]) =>
    isInArea({ kind: 'polygon', corners: ring.map(([lng = 0, lat = 0]) => ({ lng, lat })) }, place),
  )

const findAt = ({ features }: Boundaries, place: MapPlace) =>
  features.find((feature) => feature.properties.kind !== 'dash-line' && isInside(feature, place))

/** The region of a place; undefined outside the boundaries. Throws when they cannot be read. */
export async function regionAt(place: MapPlace): Promise<PlaceRegion | undefined> {
  const province = findAt((await loadGeoData()).provinces, place)
  if (!province) return undefined
  const { adcode } = province.properties
  const city = findAt(await loadCities(adcode), place)?.properties
  if (!city) return { province: adcode, name: regionName(adcode) }
  const isListed = regionByCode(city.adcode) !== undefined
  return { province: adcode, name: isListed ? regionName(city.adcode) : regionName(adcode) + city.name }
}

/**
 * Box around the smallest known boundary that contains a region: only districts of municipalities have their own.
 *
 * @param code six digits of GB/T 2260
 * @returns undefined for a code that is not on the map. Throws when the boundaries cannot be read.
 */
export async function boundsOfRegion(code: string): Promise<Bbox | undefined> {
  const provinceCode = `${code.slice(0, 2)}0000`
  const { provinces } = await loadGeoData()
  const province = provinces.features.find(({ properties }) => properties.adcode === provinceCode)
  if (!province) return undefined
  if (code === provinceCode) return boundsOf(province)
  const { features } = await loadCities(provinceCode)
  const named = [code, `${code.slice(0, 4)}00`].map((adcode) =>
    features.find(({ properties }) => properties.adcode === adcode),
  )
  return boundsOf(named.find((feature) => feature !== undefined) ?? province)
}
