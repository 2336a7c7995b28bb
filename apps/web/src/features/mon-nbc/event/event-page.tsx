import { NBC_REJECT_REASON, NBC_STATE } from '@natim/contract/dict'
import type { NbcEventDetail, NbcEventStep } from '@natim/contract/mon/nbc-event'
import { formatNumber, formatShortTime, NO_VALUE } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { Button } from 'antd'
import { Link, useParams } from 'react-router'
import * as R from '@/resource/index.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import { StatBlock } from '@/ui/stat-block.tsx'
import { Tag } from '@/ui/tag.tsx'
import { DrillFrame } from '../drill/drill-frame.tsx'
import { dataPath, eventPath, eventTitle } from '../nbc-text.ts'
import { Decisions } from './decisions.tsx'
import styles from './event.module.css'
import { Level, State } from './event-resource.tsx'
import { HazardPanel } from './hazard-panel.tsx'
import { ReportsPanel } from './reports-panel.tsx'
import { Stepper } from './stepper.tsx'
import { useEvent } from './use-events.ts'

/** /mon/nbc/event/:id: evidence, steps, hazard area and reports of one event. */
export default function EventPage() {
  const { id } = useParams()
  const { data, error, retry } = R.useLastGood(useEvent(id), id)
  if (!data)
    return (
      <Panel>
        {error ? <ErrorState message={error.message} onRetry={retry} /> : <TableSkeleton rows={8} columns={3} />}
      </Panel>
    )
  const { event } = data
  return (
    <DrillFrame isPlayed={event.drill} isReal={!event.drill}>
      <div className={styles.page}>
        <PageHead
          title={
            <>
              {event.no} {event.drill && <Tag tone="error">演练</Tag>}
            </>
          }
          meta={`${eventTitle(event)} · ${formatGmt8(event.tsMs)}`}
          actions={
            <Button className={styles.print} onClick={() => window.print()}>
              打印
            </Button>
          }
        />
        <section className={styles.strip} aria-label="处置">
          <Stepper detail={data} />
          <Decisions event={event} />
        </section>
        <div className={styles.columns}>
          <div className={styles.column}>
            <Evidence detail={data} />
            <Log steps={data.steps} />
          </div>
          <HazardPanel detail={data} />
          <ReportsPanel detail={data} />
        </div>
      </div>
    </DrillFrame>
  )
}

const percent = (share: number | null) => (share === null ? NO_VALUE : `${formatNumber(share * 100)} %`)

function Evidence({ detail }: { readonly detail: NbcEventDetail }) {
  const { event, isotopes, wind, nearby, rejectReason } = detail
  const facts = [
    { label: '级别', value: <Level row={event} /> },
    { label: '状态', value: <State row={event} /> },
    { label: '装备', value: <Link to={dataPath(event.type, event.deviceId)}>{event.deviceName}</Link> },
    { label: '地点', value: [event.regionCode_dictText, event.stationName].filter(Boolean).join(' ') },
    ...(event.agentClass_dictText || event.agentName
      ? [{ label: '毒剂', value: [event.agentClass_dictText, event.agentName].filter(Boolean).join(' ') }]
      : []),
    ...(event.agentConfidence === null ? [] : [{ label: '置信度', value: percent(event.agentConfidence) }]),
    ...(event.bars === null ? [] : [{ label: '格数', value: event.bars, unit: '/ 8 格' }]),
    ...(event.value === null ? [] : [{ label: '数值', value: event.value, unit: event.unit ?? '' }]),
    ...(isotopes.length === 0
      ? []
      : [
          {
            label: '核素',
            value: isotopes.map(({ nuclide, conf }) => `${nuclide} ${conf === null ? '' : percent(conf)}`).join('、'),
          },
        ]),
    {
      label: '风',
      value: wind
        ? `${wind.stationName} ${Math.round(wind.fromDeg)}° ${wind.speedMs.toFixed(1)}`
        : '30 km、20 min 内无',
      ...(wind && { unit: 'm/s' }),
    },
    ...(event.alarmId === null ? [] : [{ label: '报警', value: <Link to="/mon/alarm/list">{event.alarmNo}</Link> }]),
    ...(rejectReason === null ? [] : [{ label: '排除原因', value: NBC_REJECT_REASON[rejectReason] }]),
  ]
  return (
    <Panel title="证据">
      <StatBlock stats={facts} />
      {!event.corroborated && event.state === 'detected' && !event.drill && (
        <p className={styles.hint}>单台未核实，不升 1 级，不对外发布。</p>
      )}
      {nearby.length > 0 && (
        <p className={styles.hint}>
          20 km、30 分钟内：
          {nearby.map((other) => (
            <Link key={other.id} to={eventPath(other.id)} className={styles.near}>
              {other.deviceName} {formatShortTime(other.tsMs)}
            </Link>
          ))}
        </p>
      )}
    </Panel>
  )
}

const ACTIONS: Readonly<Record<NbcEventStep['action'], string>> = {
  detect: '探测',
  corroborate: '印证',
  propose: '提交',
  decide: '处理',
  agree: '同意',
  decline: '退回',
  report: '报告',
}

/** All decisions, newest last; a rejected proposal stays, struck through. */
function Log({ steps }: { readonly steps: readonly NbcEventStep[] }) {
  return (
    <Panel title="处置记录" isFlush>
      <ol className={styles.log}>
        {steps.map(({ seq, tsMs, actorName, action, to, note }, index) => (
          <li key={seq} data-struck={(action === 'propose' && steps[index + 1]?.action === 'decline') || undefined}>
            <span className="t-caption">{formatGmt8(tsMs)}</span>
            <span>
              <b>{actorName}</b> {ACTIONS[action]}
              {to !== null && action !== 'detect' && ` ${NBC_STATE[to]}`}
              {note && `：${note}`}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
