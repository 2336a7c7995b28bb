import { type AlarmDetail, type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import { incidentEndpoints } from '@natim/contract/mon/incident'
import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '@/lib/api/api-error.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { ErrorBar, ErrorState } from '@/ui/error-state.tsx'
import { SideDrawer } from '@/ui/side-drawer.tsx'
import { useMayOrder } from '../action/order-form.ts'
import { DrillBar } from '../drill/drill-bar.tsx'
import { ActionBar } from './action-bar.tsx'
import styles from './alarm-drawer.module.css'
import { Checklist } from './checklist.tsx'
import { Children } from './children.tsx'
import { DrawerHead, HeadFacts } from './drawer-head.tsx'
import { DrawerOutline } from './drawer-outline.tsx'
import { Evidence } from './evidence.tsx'
import { LogSection } from './log-section.tsx'
import { Section } from './section.tsx'
import { Similar } from './similar.tsx'
import { Surroundings } from './surroundings.tsx'
import { useDrawerKeys } from './use-drawer-keys.ts'
import type { DrawerWidth } from './use-drawer-width.ts'

/** Offsets the page padding, so that the drawer reaches the edge of the window, px. */
const REACH = { top: 12, end: 20 }

export interface AlarmDrawerProps {
  /** Empty = closed. */
  readonly id: string
  /** Rows of the list, for the previous and next buttons. */
  readonly siblings: readonly AlarmRow[]
  readonly drawer: DrawerWidth
  readonly onShow: (id: string) => void
  readonly onClose: () => void
}

/** One alarm beside the list, which stays usable (design 19). */
export function AlarmDrawer({ id, siblings, drawer, onShow, onClose }: AlarmDrawerProps) {
  const isOpen = id !== ''
  // Keeps its content during the closing animation.
  const [shown, setShown] = useState(id)
  if (isOpen && shown !== id) setShown(id)
  useFocusBack(isOpen, shown)
  const answer = R.useLastGood(
    useEndpoint(alarmEndpoints.detail, { query: { id: shown } }, { enabled: isOpen && shown !== '' }),
  )
  const detail = answer.data?.alarm.id === shown ? answer.data : undefined
  const index = siblings.findIndex((row) => row.id === shown)
  const row = detail?.alarm ?? siblings[index]
  const step = (by: number) => {
    const next = index < 0 ? siblings[0] : siblings[index + by]
    if (next) onShow(next.id)
  }
  const mayOrder = Object.values(useMayOrder()).some(Boolean)
  const mayMakeIncident = R.useMay(incidentEndpoints.add)
  const mayAct = R.useMay(alarmEndpoints.comment) || mayOrder || mayMakeIncident
  useDrawerKeys(isOpen, { onStep: step, onClose })
  return (
    <SideDrawer
      isOpen={isOpen}
      onClose={onClose}
      width={drawer.width}
      reach={REACH}
      isFullOnPhone
      hasOwnClose
      title={
        <DrawerHead
          row={row}
          drawer={drawer}
          onPrevious={index > 0 ? () => step(-1) : undefined}
          onNext={index < siblings.length - 1 ? () => step(1) : undefined}
          onClose={onClose}
        />
      }
      footer={row && mayAct && <ActionBar key={shown} row={row} isReady={detail !== undefined} isOpen={isOpen} />}
    >
      <Body detail={detail} isWide={drawer.isWide} error={answer.error} onRetry={answer.retry} />
    </SideDrawer>
  )
}

/** On close, returns the focus to the row of the alarm; the list stays usable meanwhile. */
function useFocusBack(isOpen: boolean, id: string): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
      rows.find(({ dataset }) => dataset['row'] === id)?.focus()
    }
    wasOpen.current = isOpen
  }, [isOpen, id])
}

interface BodyProps {
  readonly detail: AlarmDetail | undefined
  readonly isWide: boolean
  readonly error: ApiError | undefined
  readonly onRetry: () => void
}

function Body({ detail, isWide, error, onRetry }: BodyProps) {
  const failed = error && {
    message: error.message,
    onRetry,
    ...(error.requestId !== undefined && { requestId: error.requestId }),
  }
  if (detail === undefined) return failed ? <ErrorState {...failed} /> : <DrawerOutline />
  return (
    <>
      {failed && <ErrorBar {...failed} message={`更新失败：${failed.message}`} />}
      <Content key={detail.alarm.id} detail={detail} isWide={isWide} />
    </>
  )
}

function Content({ detail, isWide }: { readonly detail: AlarmDetail; readonly isWide: boolean }) {
  return (
    <div className={styles.frame}>
      {detail.alarm.drill && <DrillBar row={detail.alarm} />}
      <HeadFacts detail={detail} isWide={isWide} />
      <div className={styles.columns} data-wide={isWide || undefined}>
        <div className={styles.column}>
          {detail.alarm.childCount === 0 && detail.alarm.channelNo !== null && <Evidence detail={detail} />}
          <Section title="为什么报警">
            <p className={styles.why}>{detail.explanation}</p>
          </Section>
          {detail.alarm.childCount > 0 && <Children alarm={detail.alarm} />}
          <Surroundings alarm={detail.alarm} />
        </div>
        <div className={styles.column}>
          <Checklist detail={detail} />
          <Similar alarm={detail.alarm} />
          <LogSection detail={detail} />
        </div>
      </div>
    </div>
  )
}
