import { ACCESS_KINDS, ACCESS_OBJECTS, type AccessRow, subjectEndpoints } from '@natim/contract/mon/subject'
import { formatGmt8 } from '@natim/domain/time'
import { z } from 'zod'
import * as R from '@/resource/index.ts'
import { PageHead, Situation } from '@/ui/page-head.tsx'
import { DateInput } from '@/widgets/date-input/date-input.tsx'
import styles from '../breath.module.css'

const REFRESH_MS = 60_000
const isNamed = (object: string): object is keyof typeof ACCESS_OBJECTS => object in ACCESS_OBJECTS

/** The name of the object kind, then its identifier: `微信图片 WX20261126-0005 原图`. */
function objectText(object: string): string {
  const [kind = '', ...which] = object.split(' ')
  return [isNamed(kind) ? ACCESS_OBJECTS[kind] : kind, ...which].join(' ')
}

const lines = R.defineResource({
  title: '访问日志',
  entityLabel: '访问记录',
  measureWord: '条',
  endpoints: { list: subjectEndpoints.access },
  form: z.object({}),
  nameOf: ({ userName }: AccessRow) => userName,
  defaultSort: { field: 'atMs', order: 'desc' },
  related: [],
  fields: {
    atMs: { label: '时间', width: 170, isSortable: true, render: ({ atMs }) => formatGmt8(atMs).slice(0, 19) },
    userName: { label: '查看人', search: 'like', width: 140, isSortable: true },
    ip: { label: '来源地址', width: 150 },
    kind: {
      label: '方式',
      search: 'eq',
      widget: R.choiceWidget(ACCESS_KINDS),
      width: 100,
      render: ({ kind }) => ACCESS_KINDS[kind],
    },
    object: {
      label: '内容',
      search: 'eq',
      widget: R.choiceWidget(ACCESS_OBJECTS),
      width: 220,
      render: ({ object }) => objectText(object),
    },
    rows: { label: '行数', width: 80 },
    subjects: {
      label: '受试者码（掩码）',
      width: 320,
      render: ({ subjects }) => <R.TextCell>{subjects.length === 0 ? '—' : subjects.join('、')}</R.TextCell>,
    },
  },
})

/** 访问日志: who read whose code, exact time or identity unmasked, and when (ADR 0056). */
export default function AccessListPage() {
  const list = R.useResourceList(lines, { refreshMs: REFRESH_MS })
  return (
    <R.ResourcePage list={list}>
      <PageHead
        title="访问日志"
        meta={<Situation>每次查看受试者码、确切时间或身份记一条，先记后显示；不能修改，也不能删除。</Situation>}
      />
      <R.ListPrintedLine />
      <R.ListPanel>
        <R.SearchForm collapsedCount={5}>
          <R.SearchText name="userName" label="查看人" />
          <R.SearchField resource={lines} name="kind" />
          <R.SearchField resource={lines} name="object" />
          <DayFilter name="atMs_begin" label="日期起" />
          <DayFilter name="atMs_end" label="日期止" />
        </R.SearchForm>
        <R.Table resource={lines} />
        <R.Pager note="每条最多列出 20 个受试者码" />
      </R.ListPanel>
    </R.ResourcePage>
  )
}

function DayFilter({ name, label }: { readonly name: string; readonly label: string }) {
  const draft = R.useSearchDraft()
  return (
    <div className={styles.day}>
      <DateInput
        aria-label={label}
        placeholder={label}
        value={draft.value(name)}
        onChange={(day) => draft.commit(name, day)}
      />
    </div>
  )
}
