import { MODAL_PX, PAGE_SIZE } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import type { ReportRecord } from '@natim/contract/system/report'
import { App } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNotify } from '../../lib/notify.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorBar } from '../../ui/error-state.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { choiceFault } from './popup-fields.ts'
import { dataQuery, initialValues, type PopupParams, parseSorter, type QueryValues } from './popup-query.ts'
import { ReportQuery } from './report-query.tsx'
import { type ChosenRows, ReportTable } from './report-table.tsx'
import { type ReportAnswers, useReport } from './use-report.ts'

export interface ReportPopupModalProps {
  readonly isOpen: boolean
  /** Report code. */
  readonly code: string
  readonly params?: PopupParams | undefined
  /** Initial order: `column=asc` or `column=desc`. */
  readonly sorter?: string | undefined
  readonly isMulti?: boolean | undefined
  /** Answers are shared by all popups of a group for 30 s. */
  readonly groupId?: string | undefined
  readonly onOk: (rows: readonly ReportRecord[]) => void
  readonly onCancel: () => void
}

const NO_PARAMS: PopupParams = {}

/** Dialog to choose rows of an online report, reloaded on each opening (WG-52 to WG-58). */
export function ReportPopupModal(props: ReportPopupModalProps) {
  const [title, setTitle] = useState('')
  const [chosen, setChosen] = useState<ChosenRows>(new Map())
  const notify = useNotify()
  const { isOpen, isMulti = false, onOk, onCancel } = props
  const submit = () => {
    const fault = choiceFault(chosen.size, isMulti)
    if (fault) notify.line(fault)
    else onOk([...chosen.values()])
  }
  return (
    <Dialog
      open={isOpen}
      title={title || '选择'}
      width={MODAL_PX.popup}
      onOk={submit}
      onCancel={onCancel}
      afterClose={() => setChosen(new Map())}
      destroyOnHidden
    >
      <ReportChoice {...props} isMulti={isMulti} chosen={chosen} onChoose={setChosen} onTitle={setTitle} />
    </Dialog>
  )
}

/** When columns or query items cannot be loaded, the report is unusable: reports the failure and closes (WG-53). */
function useFailures({ columns, info }: ReportAnswers, onCancel: () => void): void {
  const { modal } = App.useApp()
  const notify = useNotify()
  const showBroken = useEffectEvent((message: string) => {
    modal.error({
      title: MESSAGES['popup.failedTitle'],
      content: (
        <>
          <p>{MESSAGES['popup.failed']}</p>
          <p>{message}</p>
        </>
      ),
      onOk: onCancel,
    })
  })
  useEffect(() => {
    if (columns.error) showBroken(columns.error.message)
  }, [columns.error])
  useEffect(() => {
    if (info.error) notify.line(info.error.message)
  }, [info.error, notify])
}

interface ReportChoiceProps extends ReportPopupModalProps {
  readonly isMulti: boolean
  readonly chosen: ChosenRows
  readonly onChoose: (chosen: ChosenRows) => void
  readonly onTitle: (title: string) => void
}

function ReportChoice(props: ReportChoiceProps) {
  const { code, params = NO_PARAMS, sorter, groupId, isMulti, chosen, onChoose, onTitle, onCancel } = props
  const [typed, setTyped] = useState<QueryValues>()
  const [asked, setAsked] = useState<QueryValues>()
  const [sort, setSort] = useState(() => parseSorter(sorter))
  const [page, setPage] = useState({ pageNo: 1, pageSize: PAGE_SIZE })
  const report = useReport(code, groupId, (items) =>
    dataQuery(asked ?? initialValues(items, params), params, sort, page),
  )
  const { columns, info, data } = report
  useFailures(report, onCancel)
  const title = columns.data?.cgRpConfigName
  useEffect(() => onTitle(title ?? ''), [onTitle, title])

  if (!columns.data || !info.data) {
    return info.error ? (
      <ErrorBar message={`加载失败：${info.error.message}`} onRetry={() => void info.refetch()} />
    ) : (
      <TableSkeleton rows={PAGE_SIZE} />
    )
  }
  const first = { ...page, pageNo: 1 }
  const ask = (values: QueryValues | undefined) => {
    setTyped(values)
    setAsked(values)
    setPage(first)
  }
  return (
    <>
      <ReportQuery
        items={info.data}
        dictOptions={columns.data.dictOptions}
        values={typed ?? initialValues(info.data, params)}
        onChange={setTyped}
        onSubmit={() => ask(typed)}
        onReset={() => ask(undefined)}
      />
      {data.error && <ErrorBar message={`加载失败：${data.error.message}`} onRetry={() => void data.refetch()} />}
      <ReportTable
        report={columns.data}
        rows={data.data?.records ?? []}
        total={data.data?.total ?? 0}
        page={page}
        sort={sort}
        isLoading={data.isFetching}
        isMulti={isMulti}
        chosen={chosen}
        onChoose={onChoose}
        onPage={setPage}
        onSort={(next) => {
          setSort(next)
          setPage(first)
        }}
      />
    </>
  )
}
