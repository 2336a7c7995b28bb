import { WarningOutlined } from '@ant-design/icons'
import { type NbcEventDetail, nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { CLOSE_KM, DOWNWIND_KM, HAZARD_BANNER, MAX_HAZARD_KM } from '@natim/domain/nbc/hazard'
import { InputNumber } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useDebounced } from '@/lib/use-debounced.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import styles from './event.module.css'
import { HazardDrawing } from './hazard-drawing.tsx'

const TYPING_MS = 300

/** 危害区: circle or wedge for the recorded wind, with radii chosen by the reader. */
export function HazardPanel({ detail }: { readonly detail: NbcEventDetail }) {
  const { event, lng, lat } = detail
  const [closeKm, setCloseKm] = useState<number>(CLOSE_KM)
  const [downwindKm, setDownwindKm] = useState<number>(DOWNWIND_KM)
  const settled = useDebounced(`${closeKm} ${downwindKm}`, TYPING_MS)
  const [close = CLOSE_KM, downwind = DOWNWIND_KM] = settled.split(' ').map(Number)
  const query = { closeKm: close, downwindKm: downwind }
  const { data, error, refetch } = useEndpoint(nbcEventEndpoints.hazardArea, { params: { id: event.id }, query })
  return (
    <Panel
      title="危害区"
      actions={
        <span className={styles.radii}>
          <InputNumber
            aria-label="近区半径"
            size="small"
            min={0.1}
            max={MAX_HAZARD_KM}
            step={0.5}
            prefix="近区"
            suffix="km"
            value={closeKm}
            onChange={(km) => setCloseKm(km ?? CLOSE_KM)}
          />
          <InputNumber
            aria-label="下风距离"
            size="small"
            min={0.1}
            max={MAX_HAZARD_KM}
            step={1}
            prefix="下风"
            suffix="km"
            value={downwindKm}
            onChange={(km) => setDownwindKm(km ?? DOWNWIND_KM)}
          />
        </span>
      }
    >
      <p className={styles.banner} role="note">
        <WarningOutlined aria-hidden /> {HAZARD_BANNER}
      </p>
      {error && !data ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : data?.area && lng !== null && lat !== null ? (
        <HazardDrawing hazard={data} lng={lng} lat={lat} />
      ) : (
        data && <EmptyState title="不画危害区" hint={data.text} />
      )}
      {data?.area && <p className={styles.hint}>{data.text}</p>}
    </Panel>
  )
}
