import { breathEndpoints } from '@natim/contract/mon/breath'
import { subjectEndpoints } from '@natim/contract/mon/subject'
import { Switch, Tooltip } from 'antd'
import { useNavigate } from 'react-router'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { PageHead, Situation } from '@/ui/page-head.tsx'
import { DateInput } from '@/widgets/date-input/date-input.tsx'
import styles from './breath.module.css'
import { breathTests } from './breath-resource.tsx'
import { breathPath } from './breath-text.ts'
import { NewSubjectButton } from './new-subject.tsx'
import { NewTestButton } from './new-test.tsx'
import { PlateButton } from './plate/plate-dialog.tsx'

const SUMMARY_DAYS = 7
const REFRESH_MS = 60_000

/** 呼气检测: every test by its sample, masked unless a user with the permission unmasks it (domain §10.9). */
export default function BreathListPage() {
  const list = R.useResourceList(breathTests, { refreshMs: REFRESH_MS })
  const navigate = useNavigate()
  return (
    <R.ResourcePage list={list}>
      <PageHead
        title="呼气检测"
        meta={<Finding />}
        actions={
          <>
            <OpenSwitch />
            <PlateButton suggested={list.rows.find(({ sessionNo }) => sessionNo !== null)?.sessionNo ?? undefined} />
            <R.ExportButton />
            <NewSubjectButton />
            <NewTestButton onMade={(id) => void navigate(breathPath(id))} />
          </>
        }
      />
      <R.ListPrintedLine />
      <R.ListPanel>
        <R.SearchForm collapsedCount={4}>
          <R.SearchText name="no" label="编号" />
          <R.SearchField resource={breathTests} name="status" />
          <R.SearchField resource={breathTests} name="verdict" />
          <DayFilter name="sampleMs_begin" label="采样日期起" />
          <DayFilter name="sampleMs_end" label="采样日期止" />
          <R.SearchField resource={breathTests} name="regionCode" />
          <R.SearchField resource={breathTests} name="deviceName" />
          <R.SearchField resource={breathTests} name="method" />
          <R.SearchField resource={breathTests} name="confirmResult" />
          <R.SearchField resource={breathTests} name="reviewedName" />
          <R.SearchField resource={breathTests} name="sessionNo" />
        </R.SearchForm>
        <R.Table resource={breathTests} onOpen={({ id }) => void navigate(breathPath(id))} />
        <R.Pager note="疑似阳性均需确证；本结果不作为诊断依据" />
      </R.ListPanel>
    </R.ResourcePage>
  )
}

/** Persons tested in the last days; small counts are suppressed. */
function Finding() {
  const { data } = useEndpoint(breathEndpoints.summary, { query: { days: SUMMARY_DAYS } })
  if (data === undefined) return null
  return (
    <Situation>
      近 {SUMMARY_DAYS} 天有效检测 {data.valid} 人，其中疑似阳性（需确证）{data.presumptive} 人；少于 5 人的计数不显示。
    </Situation>
  )
}

/** Unmasks codes and exact times; the server logs each such page. */
function OpenSwitch() {
  const { state, search } = R.useListContext()
  const may = R.useMay(subjectEndpoints.code)
  if (!may) return null
  return (
    <Tooltip title="显示受试者码与确切时间，每次读取记入访问日志">
      <Switch
        checkedChildren="完整"
        unCheckedChildren="去标识"
        aria-label="显示受试者码与确切时间"
        checked={state.filters['open'] === 'true'}
        onChange={(isOpen) => search({ open: isOpen ? 'true' : undefined })}
      />
    </Tooltip>
  )
}

/** A day as a bound of the sample time. */
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
