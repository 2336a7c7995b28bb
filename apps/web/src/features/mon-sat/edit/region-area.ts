import { regionByCode } from '@natim/domain/regions'
import { MAX_SAT_VERTICES, type SatArea, simplifyArea, untwistArea } from '@natim/domain/sat-area'
import { loadCities, loadGeoData } from '@/widgets/map/geo-data.ts'
import { AreaTextError, areaOfJson } from './read-area.ts'

/** Boundary of a province or city, simplified to the vertex limit of a task. @throws AreaTextError if there is none */
export async function areaOfRegion(code: string): Promise<SatArea> {
  const province = `${code.slice(0, 2)}0000`
  const features =
    code === province
      ? (await loadGeoData()).provinces.features.filter(({ properties }) => properties.kind === 'province')
      : (await loadCities(province)).features
  const city = `${code.slice(0, 4)}00`
  const found =
    features.find(({ properties }) => properties.adcode === code) ??
    features.find(({ properties }) => properties.adcode === city)
  if (!found) throw new AreaTextError(`没有 ${regionByCode(code)?.name ?? code} 的边界`)
  return untwistArea(simplifyArea(areaOfJson(found.geometry), MAX_SAT_VERTICES))
}
