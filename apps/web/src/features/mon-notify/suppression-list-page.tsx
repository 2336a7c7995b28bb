import { DEVICE_KIND, STATION_TYPE } from '@natim/contract/dict'
import {
  SUPPRESSION_STATES,
  type SuppressionRow,
  suppression,
  suppressionEndpoints,
} from '@natim/contract/mon/suppression.resource'
import { parseRecurrence, recurrenceText } from '@natim/domain/alarm/recurrence'
import { NO_VALUE } from '@natim/domain/format'
import { metricByCode } from '@natim/domain/metrics'
import { regionShortName } from '@natim/domain/regions'
import { parseGmt8 } from '@natim/domain/time'
import { App } from 'antd'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { Tag, type TagTone } from '@/ui/tag.tsx'
import { RecurrenceControl } from './recurrence-control.tsx'
import { RulesControl } from './rules-control.tsx'
import { ScopeControl } from './scope-control.tsx'

type Scope = SuppressionRow['scope']

const listed = (values: readonly string[] = [], nameOf: (value: string) => string | undefined = (value) => value) =>
  values.map((value) => nameOf(value) ?? value).join('、')
const counted = (values: readonly string[] = [], noun: string) => (values.length > 0 ? `${values.length} ${noun}` : '')

/** A scope in one line: 江苏，有毒气体探测器，氯气. */
function scopeText(scope: Scope): string {
  const parts = [
    listed(scope.regionPrefixes, (prefix) => regionShortName(prefix.padEnd(6, '0'))),
    listed(scope.stationTypes, (code) => STATION_TYPE[code as keyof typeof STATION_TYPE]),
    counted(scope.stationIds, '个站点'),
    listed(scope.deviceKinds, (code) => DEVICE_KIND[code as keyof typeof DEVICE_KIND]),
    counted(scope.modelIds, '种型号'),
    counted(scope.deviceIds, '台设备'),
    listed(scope.tags),
    listed(scope.metricCodes, (code) => metricByCode(code)?.nameCn),
  ].filter((part) => part !== '')
  return parts.join('，')
}

const TONES: Readonly<Record<SuppressionRow['state'], TagTone>> = {
  open: 'warning',
  waiting: 'info',
  between: 'info',
  ended: 'neutral',
}

const repetition = ({ rrule, fromTs }: SuppressionRow) =>
  rrule === null ? '不重复' : recurrenceText(parseRecurrence(rrule) ?? null, parseGmt8(fromTs) ?? 0)

const suppressions = R.fromContract(suppression, {
  fields: {
    state: { render: (row) => <Tag tone={TONES[row.state]}>{SUPPRESSION_STATES[row.state]}</Tag> },
    rrule: {
      widget: { kind: 'choice', Control: RecurrenceControl },
      render: (row) => <R.TextCell>{repetition(row)}</R.TextCell>,
    },
    scope: {
      widget: { kind: 'choice', Control: ScopeControl },
      render: (row) => <R.TextCell>{scopeText(row.scope) || NO_VALUE}</R.TextCell>,
    },
    ruleIds: {
      widget: { kind: 'choice', Control: RulesControl },
      render: (row) => <R.TextCell>{row.ruleNames.join('、') || '全部规则'}</R.TextCell>,
    },
  },
})
const ACTIONS_PX = 210
const EDITOR_PX = 800

/** 报警抑制: suppression windows, and ending them. */
export default function SuppressionListPage() {
  return (
    <R.ListPage
      resource={suppressions}
      rowActionsWidth={ACTIONS_PX}
      rowActions={rowActions}
      editorWidth={EDITOR_PX}
      isOpenable
    />
  )
}

const rowActions = (row: SuppressionRow) => (
  <>
    <EndLink row={row} />
    <R.DetailLink row={row} />
    <R.EditLink row={row} />
    <R.RemoveLink row={row} />
  </>
)

/** Ends a window after confirmation: it cannot be reopened. */
function EndLink({ row }: { readonly row: SuppressionRow }) {
  const { modal } = App.useApp()
  const { line } = useNotify()
  const { reload } = R.useListContext()
  const may = R.useMay(suppressionEndpoints.end)
  if (!may || row.state === 'ended') return null
  const end = async () =>
    line((await callWithMessage(suppressionEndpoints.end, { body: { id: row.id } })).message, 'success')
  const confirm = () =>
    modal.confirm({
      title: `结束「${row.name}」？`,
      content: '立即恢复报警和通知；结束后不能再修改，也不再重复',
      okText: '结束',
      cancelText: '取消',
      onOk: () =>
        end()
          .catch(() => undefined)
          .then(reload),
    })
  return (
    <R.TextLink label={`立即结束 ${row.name}`} onClick={() => void confirm()}>
      立即结束
    </R.TextLink>
  )
}
