/** Colours of the series palette (design §2.5). */
const SLOTS = 8

/**
 * Metrics that share a chart, in catalogue order: neighbours never share a colour. Listed here, because the whole
 * catalogue would be too much for a page with a sparkline.
 */
const FAMILIES: readonly string[] = [
  'pm25 pm10 o3 so2 no2 co no nox tsp pb_air bap bc nmhc',
  'cl2 nh3 h2s hcl hf hcn cocl2 ph3 ash3 tox_so2 tox_no2 tox_co hcho benzene toluene xylene styrene vcm acn cs2 hydrazine br2 tvoc co2 ch4_lel o2 hg_vap',
  'air_temp air_rh air_press wind_speed wind_dir rain visibility noise_leq',
  'feno etco2 br_co br_h2 br_ch4 br_nh3 br_acetone br_isoprene br_ethanol br_acetald br_butanone br_hexanal br_heptanal br_octanal br_nonanal br_limonene br_score',
  'hr spo2 rr temp_core temp_skin sbp dbp hrv_rmssd steps activity cough_rate',
  'dose_rate gamma_cps neutron_cps beta_cps radon i131_air cs137_air chem_bar chem_g chem_v chem_h bio_total bio_fluor bio_ratio pcr_ct',
  'batt_pct batt_v rssi flow_lpm cab_temp cab_door skew_ms',
]

const SLOT_BY_CODE: ReadonlyMap<string, number> = new Map(
  FAMILIES.flatMap((family) => family.split(' ').map((code, index) => [code, index % SLOTS] as const)),
)

/** Index of a metric in the series palette, 0–7: the same on every page, in every chart, at any time. */
export function metricSlot(metricCode: string): number {
  const known = SLOT_BY_CODE.get(metricCode)
  if (known !== undefined) return known
  let hash = 0
  for (const char of metricCode) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 65_521
  return hash % SLOTS
}

/** The colour as CSS, for sparklines and lamps. */
export const metricColour = (metricCode: string): string => `var(--series-${metricSlot(metricCode) + 1})`
