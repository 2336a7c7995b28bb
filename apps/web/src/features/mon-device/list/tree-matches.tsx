import { station } from '@natim/contract/mon/station.resource'
import { CITIES, PROVINCES, regionName, regionPrefix } from '@natim/domain/regions'
import { useDeferredValue } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useMay } from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import styles from './region-tree.module.css'

const LIMIT = 10

interface Match {
  readonly key: string
  readonly title: string
  readonly place?: string
}

/** Provinces and cities whose name contains the text. */
export function matchRegions(text: string): Match[] {
  return [...PROVINCES, ...CITIES]
    .filter(({ name }) => name.includes(text))
    .slice(0, LIMIT)
    .map(({ code, name }) => ({ key: regionPrefix(code), title: name }))
}

/** Regions and stations whose name contains the typed text. */
export function TreeMatches({ text, onChoose }: { readonly text: string; readonly onChoose: (key: string) => void }) {
  const settled = useDeferredValue(text)
  const maySeeStations = useMay(station.endpoints.list)
  const query = { pageNo: 1, pageSize: LIMIT, name: `*${settled.replaceAll(',', '++')}*` }
  const { data, isFetching } = useEndpoint(station.endpoints.list, { query }, { enabled: maySeeStations })
  const stations = (data?.records ?? []).map(({ id, name, regionCode }) => ({
    key: id,
    title: name,
    place: regionName(regionCode),
  }))
  const matches: Match[] = [...matchRegions(settled), ...stations]
  if (matches.length === 0) return isFetching ? null : <EmptyState title="没有查询到任何数据" />
  return (
    <ul className={styles.matches}>
      {matches.map(({ key, title, place }) => (
        <li key={key}>
          <button type="button" className={styles.match} onClick={() => onChoose(key)}>
            <span className="ellipsis">{title}</span>
            {place && <span className={`ellipsis ${styles.matchPlace}`}>{place}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
