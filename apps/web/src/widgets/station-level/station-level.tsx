import { placeEndpoints } from '@natim/contract/mon/place'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { SeverityGlyph, severityName } from '@/ui/severity-glyph.tsx'
import styles from './station-level.module.css'

const FRESH_MS = 30_000

/** Gravest open alarm of a station, as the maps have it; nothing for whoever may not see alarms. One call for all of them. */
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
