import { type BreathDetail, breathEndpoints } from '@natim/contract/mon/breath'
import { subjectEndpoints } from '@natim/contract/mon/subject'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { isTyping } from '@/lib/is-typing.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useTabTitle } from '@/lib/tab-title.ts'
import * as R from '@/resource/index.ts'
import { ErrorBar, ErrorState } from '@/ui/error-state.tsx'
import { DetailOutline } from '@/ui/outline/detail-outline.tsx'
import { LinkButton } from '@/widgets/link-button/link-button.tsx'
import styles from './breath.module.css'
import { breathPath } from './breath-text.ts'
import { Chromatogram } from './detail/chromatogram.tsx'
import { Gates } from './detail/gates.tsx'
import { BreathHead } from './detail/head.tsx'
import { HistoryPanel } from './detail/history-panel.tsx'
import { ModelCard } from './detail/model-card.tsx'
import { PrintSheet } from './detail/print-sheet.tsx'
import { ReviewPanel } from './detail/review-panel.tsx'
import { Spectrum } from './detail/spectrum.tsx'
import { Stepper } from './detail/stepper.tsx'
import { VerdictPanel } from './detail/verdict-panel.tsx'

/** 检测结果: one sample from its adequacy check to the release (design 35). */
export default function BreathDetailPage() {
  const { id = '' } = useParams()
  const [openId, setOpenId] = useState('')
  const mayOpen = R.useMay(subjectEndpoints.code)
  const isOpen = mayOpen && openId === id
  const { data, error, retry } = R.useLastGood(
    useEndpoint(breathEndpoints.get, { query: { id, ...(isOpen && { open: true }) } }),
  )
  const detail = data?.test.id === id ? data : undefined
  useTabTitle(detail?.test.no)
  if (detail) {
    return (
      <>
        {error && <ErrorBar message={`更新失败：${error.message}`} requestId={error.requestId} onRetry={retry} />}
        <Detail key={id} detail={detail} onOpen={mayOpen ? () => setOpenId(isOpen ? '' : id) : undefined} />
      </>
    )
  }
  if (error) {
    return (
      <ErrorState message={error.message} requestId={error.requestId} onRetry={retry}>
        <LinkButton to="/mon/breath/list">返回呼气检测</LinkButton>
      </ErrorState>
    )
  }
  return <DetailOutline />
}

interface DetailProps {
  readonly detail: BreathDetail
  readonly onOpen: (() => void) | undefined
}

function Detail({ detail, onOpen }: DetailProps) {
  const [marked, setMarked] = useState<string>()
  useKeys(detail)
  const isInvalid = detail.test.status === 'invalid'
  return (
    <div className={styles.page}>
      <BreathHead detail={detail} onOpen={onOpen} />
      <Stepper detail={detail} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Gates test={detail.test} />
          {!isInvalid && <Spectrum detail={detail} marked={marked} onMark={setMarked} />}
          <Chromatogram detail={detail} marked={marked} onMark={setMarked} />
          <HistoryPanel detail={detail} />
        </div>
        <div className={styles.side}>
          <VerdictPanel detail={detail} />
          {!isInvalid && detail.model && <ModelCard model={detail.model} />}
          <ReviewPanel detail={detail} />
        </div>
      </div>
      <PrintSheet detail={detail} />
    </div>
  )
}

/** ←/→ step through the tests in list order, P prints the sheet. */
function useKeys({ newerId, olderId }: BreathDetail): void {
  const navigate = useNavigate()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    if (document.querySelector('[role="dialog"]')) return
    if (event.key === 'ArrowLeft' && newerId) void navigate(breathPath(newerId))
    else if (event.key === 'ArrowRight' && olderId) void navigate(breathPath(olderId))
    else if (event.key === 'p' || event.key === 'P') window.print()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
