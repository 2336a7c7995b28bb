import {
  ArrowsAltOutlined,
  CloseOutlined,
  DownOutlined,
  LinkOutlined,
  ShrinkOutlined,
  UpOutlined,
} from '@ant-design/icons'
import type { AlarmDetail, AlarmRow } from '@natim/contract/mon/alarm'
import { incidentEndpoints } from '@natim/contract/mon/incident'
import { formatClock, formatCountdown, formatLimit, formatNumber, NO_VALUE } from '@natim/domain/format'
import { Link } from 'react-router'
import { copyText } from '@/lib/copy-text.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { IconButton } from '@/ui/icon-button.tsx'
import { SeverityTag } from '@/ui/severity-glyph.tsx'
import { Tag, type TagTone } from '@/ui/tag.tsx'
import { useTicker } from '@/ui/ticker.ts'
import { StateCell } from '@/widgets/alarm/alarm-cells.tsx'
import { lastedMs, placeOf } from '@/widgets/alarm/alarm-facts.ts'
import { alarmListPath, incidentPath } from '@/widgets/alarm/alarm-path.ts'
import styles from './drawer-head.module.css'
import { EscalationLine } from './escalation-line.tsx'
import type { DrawerWidth } from './use-drawer-width.ts'

export interface DrawerHeadProps {
  readonly row: AlarmRow | undefined
  readonly drawer: DrawerWidth
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
  readonly onClose: () => void
}

/** Level, state, number and key facts; navigation at the right. */
export function DrawerHead({ row, drawer, onPrevious, onNext, onClose }: DrawerHeadProps) {
  const notify = useNotify()
  const copy = async () => {
    if (row === undefined) return
    const isCopied = await copyText(`${window.location.origin}${alarmListPath({ view: 'all' }, row.id)}`)
    notify.line(isCopied ? '链接已复制' : '无法复制链接', isCopied ? 'success' : 'warning')
  }
  return (
    <div className={styles.line}>
      {row && <Marks row={row} />}
      <span className={styles.tools}>
        <IconButton icon={<UpOutlined />} aria-label="上一起（K）" disabled={!onPrevious} onClick={onPrevious} />
        <IconButton icon={<DownOutlined />} aria-label="下一起（J）" disabled={!onNext} onClick={onNext} />
        <IconButton icon={<LinkOutlined />} aria-label="复制链接" onClick={() => void copy()} />
        {drawer.toggle && (
          <IconButton
            icon={drawer.isWide ? <ShrinkOutlined /> : <ArrowsAltOutlined />}
            aria-label={drawer.isWide ? '收为一栏' : '展开为两栏'}
            onClick={drawer.toggle}
          />
        )}
        <IconButton icon={<CloseOutlined />} aria-label="关闭抽屉" onClick={onClose} />
      </span>
    </div>
  )
}

const CORROBORATION: Readonly<Partial<Record<AlarmRow['corroboration'], readonly [string, TagTone]>>> = {
  pending: ['待核实', 'warning'],
  confirmed: ['已印证', 'info'],
}

function Marks({ row }: { readonly row: AlarmRow }) {
  const corroborated = CORROBORATION[row.corroboration]
  return (
    <span className={styles.marks}>
      <SeverityTag level={row.severity} />
      <b className={styles.state}>
        <StateCell row={row} /> <StateTime row={row} />
      </b>
      <span className="t-caption">{row.no}</span>
      {corroborated && <Tag tone={corroborated[1]}>{corroborated[0]}</Tag>}
      {row.silent && <Tag tone="warning">数据中断</Tag>}
      {row.doubtful && <Tag tone="warning">数据存疑</Tag>}
      {row.historic && <Tag>事后报警</Tag>}
      {row.isFolded && <Tag>随合并报警处理</Tag>}
      {row.drill && <Tag tone="info">演练</Tag>}
    </span>
  )
}

/** How long it has been unacknowledged, or how long it stays shelved. */
function StateTime({ row }: { readonly row: AlarmRow }) {
  const text = useTicker((now) => {
    if (row.state === 'unack') return formatCountdown(now - row.raisedMs)
    if (row.state === 'shelved' && row.shelvedUntilMs !== null)
      return `剩余 ${formatCountdown(row.shelvedUntilMs - now)}`
    return ''
  })
  return <span className={row.state === 'unack' ? styles.waiting : undefined}>{text}</span>
}

/** Title, origin, escalation and figures. */
export function HeadFacts({ detail, isWide }: { readonly detail: AlarmDetail; readonly isWide: boolean }) {
  const { alarm } = detail
  return (
    <div className={styles.facts}>
      <h2 className={styles.title}>{alarm.title}</h2>
      <p className={styles.origin}>
        {placeOf(alarm)}
        {alarm.deviceId !== null && (
          <>
            {' · '}
            <Link to={`/mon/device/detail/${alarm.deviceId}`}>{alarm.clientId ?? alarm.deviceName}</Link>
          </>
        )}
        {alarm.parentId !== null && (
          <>
            {' · 并入 '}
            <Link to={alarmListPath({ view: 'all' }, alarm.parentId)}>{alarm.parentNo}</Link>
          </>
        )}
        <InIncident alarm={alarm} />
        {alarm.channelNo !== null && ` · 通道 ${alarm.channelNo}`}
        {!alarm.drill && ` · 规则 ${alarm.ruleName} v${alarm.ruleVersion}`}
        {` · 负责人 ${alarm.assigneeName ?? '未分派'}`}
      </p>
      <EscalationLine detail={detail} />
      <Figures detail={detail} isWide={isWide} />
    </div>
  )
}

/** The incident it belongs to; a link for users with access. */
function InIncident({ alarm: { incidentId, incidentNo } }: { readonly alarm: AlarmRow }) {
  const maySee = R.useMay(incidentEndpoints.detail)
  if (incidentId === null) return null
  return (
    <>
      {' · 事件 '}
      {maySee ? <Link to={incidentPath(incidentId)}>{incidentNo}</Link> : incidentNo}
    </>
  )
}

interface Figure {
  readonly label: string
  readonly text: string
  readonly unit?: string | null
  readonly ink?: string
}

function Figures({ detail, isWide }: { readonly detail: AlarmDetail; readonly isWide: boolean }) {
  const { alarm } = detail
  const { value, limitValue, peakValue, peakMs, precision, unit, severity } = alarm
  const lasted = useTicker((now) => formatCountdown(lastedMs(alarm, now)))
  const people = {
    label: '5 km 人口',
    text: detail.population5km === null ? NO_VALUE : formatNumber(detail.population5km),
    unit: '人',
  }
  const held = { label: '持续', text: lasted }
  const judged: readonly Figure[] = [
    { label: '触发值', text: figure(value, precision), unit, ink: `var(--sev-${severity}-ink)` },
    { label: `限值 ${alarm.limitText ?? ''}`, text: limitValue === null ? NO_VALUE : formatLimit(limitValue), unit },
    {
      label: `峰值 ${peakMs === null ? '' : formatClock(peakMs).slice(0, 5)}`,
      text: figure(peakValue, precision),
      unit,
    },
    ...ratioOf(alarm),
    held,
    people,
  ]
  // A parent of folded alarms has no measured figure.
  const folded: readonly Figure[] = [{ label: '合并', text: formatNumber(alarm.childCount), unit: '起' }, held, people]
  // A device state has no magnitude.
  const stated: readonly Figure[] = [{ label: '状态', text: alarm.limitText ?? NO_VALUE }, held, people]
  const cells = alarm.childCount > 0 ? folded : value === null && limitValue === null ? stated : judged
  return (
    <dl className={styles.figures}>
      {cells.slice(0, isWide ? 6 : 5).map(({ label, text, unit: of, ink }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b style={ink === undefined ? undefined : { color: ink }}>{text}</b>
            {text !== NO_VALUE && of && <small>{of}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const figure = (value: number | null, precision: number) => (value === null ? NO_VALUE : formatNumber(value, precision))

/** How many times its limit the value is; none for lower limits, limits of zero or below, and scales without a zero. */
function ratioOf({ value, limitValue, op, unit }: AlarmDetail['alarm']): Figure[] {
  const isUpper = op === '>' || op === '>='
  if (value === null || limitValue === null || limitValue <= 0 || !isUpper || unit === '℃') return []
  return [{ label: '为限值的', text: formatNumber(value / limitValue, 2), unit: '倍' }]
}
