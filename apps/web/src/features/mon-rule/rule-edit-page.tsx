import { ruleEndpoints } from '@natim/contract/mon/rule'
import { type RuleRow, rule } from '@natim/contract/mon/rule.resource'
import { MAX_FOR_S } from '@natim/domain/alarm/rule'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useTabTitle } from '@/lib/tab-title.ts'
import { useIsPhone } from '@/lib/use-media.ts'
import * as R from '@/resource/index.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { DetailOutline } from '@/ui/outline/detail-outline.tsx'
import { LinkButton } from '@/widgets/link-button/link-button.tsx'
import {
  draftOfCopy,
  draftOfRow,
  draftOfTemplate,
  EMPTY_DRAFT,
  nextCode,
  type RuleDraft,
  withHold,
} from './edit/rule-draft.ts'
import { RuleEditor } from './edit/rule-editor.tsx'
import { RuleView } from './edit/rule-view.tsx'
import { RULES } from './paths.ts'

const NEW = 'new'
/** Upper bound; a network has a few dozen rules. */
const CODES = { pageNo: 1, pageSize: 500 }

/** 编辑规则: form, sentence and backtest (design 18). */
export default function RuleEditPage() {
  const { id = '' } = useParams()
  const { search } = useLocation()
  if (id !== NEW) return <StoredRule key={id} id={id} search={search} />
  return <NewRule key={search} search={search} />
}

function StoredRule({ id, search }: { readonly id: string; readonly search: string }) {
  const answer = useEndpoint(rule.endpoints.get, { query: { id } })
  const { data, error, retry } = R.useLastGood(answer)
  const [round, setRound] = useState(0)
  const mayEdit = R.useMay(rule.endpoints.update)
  const isPhone = useIsPhone()
  useTabTitle(data && `编辑规则 ${data.code}`)
  if (data === undefined) return error ? <Failed message={error.message} onRetry={retry} /> : <DetailOutline />
  if (!mayEdit || isPhone) return <RuleView row={data} onChanged={retry} />
  const startAnew = async () => {
    await answer.refetch()
    setRound((count) => count + 1)
  }
  return (
    <RuleEditor
      key={round}
      row={data}
      start={draftOfRow(data)}
      // The change suggested by the statistics is prefilled and backtested before anything is saved.
      tried={round === 0 ? heldFor(data, search) : undefined}
      onChanged={retry}
      onRestored={() => void startAnew()}
    />
  )
}

function heldFor(row: RuleRow, search: string): Partial<RuleDraft> | undefined {
  const forS = Number(new URLSearchParams(search).get('forS'))
  return Number.isInteger(forS) && forS > 0 && forS <= MAX_FOR_S ? withHold(draftOfRow(row), forS) : undefined
}

function NewRule({ search }: { readonly search: string }) {
  const given = new URLSearchParams(search)
  const template = given.get('template')
  const copied = given.get('copy')
  const templates = useEndpoint(ruleEndpoints.templates, {}, { enabled: template !== null })
  const source = useEndpoint(rule.endpoints.get, { query: { id: copied ?? '' } }, { enabled: copied !== null })
  const list = useEndpoint(rule.endpoints.list, { query: CODES })
  const mayAdd = R.useMay(rule.endpoints.create)
  const isPhone = useIsPhone()
  useTabTitle('新增规则')
  const error = list.error ?? templates.error ?? source.error
  if (!mayAdd || isPhone) return <Failed message={isPhone ? '请在电脑上新增规则' : '没有新增报警规则的权限'} />
  if (error) return <Failed message={error.message} onRetry={() => void list.refetch()} />
  const code = list.data && nextCode(list.data.records.map((row) => row.code))
  if (code === undefined) return <DetailOutline />
  if (template !== null) {
    const chosen = templates.data?.find((entry) => entry.code === template)
    if (chosen) return <RuleEditor start={draftOfTemplate(chosen, code)} />
    return templates.data ? <Failed message="没有这个模板" /> : <DetailOutline />
  }
  if (copied !== null) return source.data ? <RuleEditor start={draftOfCopy(source.data, code)} /> : <DetailOutline />
  return <RuleEditor start={{ ...EMPTY_DRAFT, code }} />
}

const Failed = ({ message, onRetry }: { readonly message: string; readonly onRetry?: () => void }) => (
  <ErrorState message={message} {...(onRetry && { onRetry })}>
    <LinkButton to={RULES}>返回报警规则</LinkButton>
  </ErrorState>
)
