import { CloseOutlined } from '@ant-design/icons'
import { DEVICE_STATUS } from '@natim/contract/dict'
import { type AreaFigures, mapEndpoints } from '@natim/contract/mon/map'
import { formatNumber } from '@natim/domain/format'
import { type MapArea, pathKm } from '@natim/domain/map-area'
import { keysOf } from '@natim/domain/record'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { ErrorBar } from '@/ui/error-state.tsx'
import { SeverityCounts } from '@/ui/severity-glyph.tsx'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import { areaOf, type Drawing, isCrossed } from '@/widgets/map/drawing.ts'
import { LEVEL_NAMES } from '@/widgets/map/layer-levels.ts'
import styles from './area-card.module.css'

const HINTS: Readonly<Record<Drawing['tool'], readonly string[]>> = {
  circle: ['点击圆心', '再点一下圆周上的一点'],
  polygon: ['依次点击各个顶点，双击或回车结束'],
  measure: ['依次点击各点，双击或回车结束'],
  box: [],
  point: [],
}
const km = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0))

export interface AreaCardProps {
  readonly drawing: Drawing
  readonly isReplay: boolean
  readonly onClose: () => void
  readonly onAgain: () => void
  /** Called after a draft was saved: switches the area layer on. */
  readonly onSaved: () => void
}

/** Length of a drawn line, or the figures of a drawn area. Figures are current, even during a replay. */
export function AreaCard({ drawing, isReplay, onClose, onAgain, onSaved }: AreaCardProps) {
  const { tool, points, isDone } = drawing
  const area = areaOf(drawing)
  const hints = HINTS[tool]
  const title = tool === 'measure' ? '测距' : '圈选统计'
  return (
    <section className={styles.card} aria-label={title} aria-live="polite">
      <header className={styles.head}>
        <b>{title}</b>
        {area?.kind === 'circle' && <span className="t-caption">圆 · 半径 {km(area.radiusKm)} km</span>}
        {area?.kind === 'polygon' && <span className="t-caption">多边形 · {area.corners.length} 个顶点</span>}
        <Button
          type="text"
          size="small"
          aria-label="关闭"
          title="关闭（Esc）"
          icon={<CloseOutlined />}
          onClick={onClose}
        />
      </header>
      {!isDone && <p className="t-caption">{hints[Math.min(points.length, hints.length - 1)]}，Esc 取消</p>}
      {tool === 'measure' && points.length > 1 && (
        <p className={styles.length}>
          {km(pathKm(points))} <small>km</small>
        </p>
      )}
      {isCrossed(drawing) ? (
        <div role="alert" className={styles.form}>
          <p className={styles.crossed}>区域多边形自相交，请重新绘制！</p>
          <div className={styles.actions}>
            <Button size="small" onClick={onAgain}>
              重画
            </Button>
          </div>
        </div>
      ) : (
        area && <AreaBody area={area} isReplay={isReplay} onAgain={onAgain} onSaved={onSaved} />
      )}
    </section>
  )
}

interface AreaBodyProps extends Pick<AreaCardProps, 'isReplay' | 'onAgain' | 'onSaved'> {
  readonly area: MapArea
}

function AreaBody({ area, isReplay, onAgain, onSaved }: AreaBodyProps) {
  const { data, error, isPlaceholderData, refetch } = useEndpoint(mapEndpoints.area, { body: { area: plain(area) } })
  const mayDraft = useCan('mon:map:draft')
  const [isNaming, setIsNaming] = useState(false)
  if (error) return <ErrorBar message={error.message} onRetry={() => refetch()} />
  if (data === undefined || isPlaceholderData) return <BlockSkeleton height={148} />
  return (
    <>
      {isReplay && <p className="t-caption">统计为当前数据，不随回放变化</p>}
      <Figures figures={data} />
      {isNaming ? (
        <DraftForm area={area} onDone={() => setIsNaming(false)} onSaved={onSaved} />
      ) : (
        <div className={styles.actions}>
          {mayDraft && !isReplay && (
            <Button type="primary" size="small" onClick={() => setIsNaming(true)}>
              生成事件
            </Button>
          )}
          <Button size="small" onClick={onAgain}>
            重画
          </Button>
        </div>
      )}
    </>
  )
}

/** Mutable copy, as the contract type requires. */
const plain = (area: MapArea) => (area.kind === 'circle' ? { ...area } : { ...area, corners: [...area.corners] })

/** Figures of an area, for the card and the list of drafts. */
export function Figures({ figures }: { readonly figures: AreaFigures }) {
  const { stations, devices, byStatus, people, alarms, maxima } = figures
  const others = keysOf(DEVICE_STATUS).filter((status) => status !== 'online' && (byStatus[status] ?? 0) > 0)
  return (
    <dl className={styles.figures}>
      <Figure label="站点">{formatNumber(stations)} 个</Figure>
      <Figure label="设备">
        {formatNumber(devices)} 台
        {others.map((status) => `，${DEVICE_STATUS[status]} ${formatNumber(byStatus[status] ?? 0)}`)}
      </Figure>
      <Figure label="覆盖人口">{people === null ? '—' : `${formatNumber(people)} 人，仅供参考`}</Figure>
      {alarms && (
        <Figure label="未确认报警">
          <SeverityCounts counts={alarms} size={12} />
        </Figure>
      )}
      <Figure label="最高 ATL">
        {maxima.atl ? `${LEVEL_NAMES.atl[maxima.atl.level]}，${maxima.atl.name}，${maxima.atl.note}` : '—'}
      </Figure>
      <Figure label="最高 AQI">{maxima.aqi ? `${maxima.aqi.value}，${maxima.aqi.name}` : '—'}</Figure>
      <Figure label="最高剂量率">
        {maxima.dose
          ? `${maxima.dose.value.toFixed(maxima.dose.precision)} ${maxima.dose.unit}，${maxima.dose.name}`
          : '—'}
      </Figure>
    </dl>
  )
}

const Figure = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

const MAX_NAME = 60

function DraftForm({
  area,
  onDone,
  onSaved,
}: {
  readonly area: MapArea
  readonly onDone: () => void
  readonly onSaved: () => void
}) {
  const notify = useNotify()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    if (name.trim() === '' || isSaving) return
    setIsSaving(true)
    try {
      const { message } = await callWithMessage(mapEndpoints.addDraft, {
        body: { name: name.trim(), area: plain(area) },
      })
      notify.line(message, 'success')
      void client.invalidateQueries({ queryKey: [mapEndpoints.drafts.path] })
      onDone()
      onSaved()
    } catch {
      // Reported by the client; the input stays.
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <div className={styles.form}>
      <Input
        aria-label="事件名称"
        placeholder="事件名称，如「江北氯气泄漏」"
        maxLength={MAX_NAME}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={() => void save()}
      />
      <div className={styles.actions}>
        <Button
          type="primary"
          size="small"
          loading={isSaving}
          disabled={name.trim() === ''}
          onClick={() => void save()}
        >
          保存草稿
        </Button>
        <Button size="small" onClick={onDone}>
          取消
        </Button>
      </div>
    </div>
  )
}
