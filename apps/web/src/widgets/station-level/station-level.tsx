import { placeEndpoints } from '@natim/contract/mon/place'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { SeverityGlyph, severityName } from '@/ui/severity-glyph.tsx'
import styles from './station-level.module.css'

const FRESH_MS = 30_000

/**
 * Highest open alarm severity of a station, as on the maps; nothing for users who may not see alarms. All instances
 * share one call.
 */
export function StationLevel({ id }: { readonly id: string }) {
  const maySee = useCan('mon:alarm:view')
  const { data } = useEndpoint(placeEndpoints.levels, {}, { enabled: maySee, staleTime: FRESH_MS })
  if (!maySee || !data) return <span className="t-tertiary">/</span>
  const level = data.find((station) => station.id === id)?.severity
  if (level === undefined) return <span className="t-tertiary">无</span>
  return (
    <span className={styles.level}>
      <SeverityGlyph level={level} size={15} isDecorative />
      {severityName(level)}
    </span>
  )
}
