import { CITIES, PROVINCES, regionPrefix } from '@natim/domain/regions'

/** Provinces and cities by the prefix of their code (GB/T 2260), which covers what lies below them. */
export const REGION_OPTIONS = [...PROVINCES, ...CITIES].map(({ code, name }) => ({
  value: regionPrefix(code),
  label: name,
}))
