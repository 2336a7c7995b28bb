import { type DutyBoard, dutyEndpoints } from '@natim/contract/mon/duty'
import { addDays } from '@natim/domain/duty'
import { formatClock } from '@natim/domain/format'
import { Button } from 'antd'
import { useState } from 'react'
import { useListState } from '@/lib/list-state.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useSession } from '@/lib/session/session-store.ts'
import { useIsPhone } from '@/lib/use-media.ts'
import * as R from '@/resource/index.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import styles from './duty-page.module.css'
import { DutySituation } from './duty-situation.tsx'
import { HandoverPanel } from './handover/handover-panel.tsx'
import { PhoneHandover } from './handover/phone-handover.tsx'
import { RecordsDrawer } from './handover/records-drawer.tsx'
import { OnDutyStrip } from './on-duty-strip.tsx'
import { RosterPanel } from './roster/roster-panel.tsx'
import { SwapDialog } from './roster/swap-dialog.tsx'
import { TeamsDrawer } from './team/teams-drawer.tsx'

const THIS_WEEK: { readonly week: string; readonly team: string } = { week: '', team: '' }
const REFRESH_MS = 30_000
type Opened = 'swap' | 'teams' | 'records'

/** 值班与交接: who is on duty, the week, and the handover that is due (design 20, 34). */
export default function DutyPage() {
  const [{ week, team }, change] = useListState(THIS_WEEK)
  const answer = useEndpoint(
    dutyEndpoints.board,
    { query: week === '' ? {} : { week } },
    { refetchInterval: REFRESH_MS },
  )
  const { data: board, error, atMs, isFetching, retry } = R.useLastGood(answer)
  const [opened, setOpened] = useState<Opened>()
  const isPhone = useIsPhone()
  const mayEdit = R.useMay(dutyEndpoints.saveTeam)
  const maySwap = R.useMay(dutyEndpoints.askSwap)
  const userId = useSession(({ user }) => user?.id)
  const close = () => setOpened(undefined)
  if (board === undefined && error) return <ErrorState message={`值班加载失败：${error.message}`} onRetry={retry} />
  const shown = board && chosenTeam(board, team, userId)
  const step = (weeks: number) => board && change({ week: addDays(week === '' ? board.week : week, 7 * weeks) })
  return (
    <div className={styles.page}>
      <PageHead
        title="值班与交接"
        meta={board && <DutySituation board={board} />}
        actions={
          <>
            <Button onClick={() => setOpened('records')} disabled={shown === undefined}>
              交接记录
            </Button>
            {maySwap && <Button onClick={() => setOpened('swap')}>申请换班</Button>}
            {mayEdit && (
              <Button type="primary" onClick={() => setOpened('teams')}>
                值班组
              </Button>
            )}
          </>
        }
      />
      {isPhone && shown !== undefined && <PhoneHandover teamId={shown} />}
      {board && <OnDutyStrip teams={board.teams} chosen={shown} onChoose={(id) => change({ team: id })} />}
      <div className={styles.columns}>
        <RosterPanel
          board={board}
          isReloading={isFetching && answer.isPlaceholderData}
          onWeek={step}
          {...(error && { failure: { message: error.message, onRetry: retry, asOf: formatClock(atMs) } })}
        />
        {!isPhone && <HandoverPanel teams={board?.teams} teamId={shown} onTeam={(id) => change({ team: id })} />}
      </div>
      {opened === 'swap' && board && <SwapDialog board={board} onClose={close} />}
      {opened === 'teams' && board && <TeamsDrawer teams={board.teams} onClose={close} />}
      {opened === 'records' && shown !== undefined && <RecordsDrawer teamId={shown} onClose={close} />}
    </div>
  )
}

/** The chosen team; otherwise the user's own, or the first. */
function chosenTeam({ teams, assignments }: DutyBoard, chosen: string, userId: string | undefined): string | undefined {
  if (teams.some(({ id }) => id === chosen)) return chosen
  const own =
    teams.find(({ onDuty }) => onDuty?.userId === userId)?.id ??
    assignments.find((held) => held.userId === userId)?.teamId
  return own ?? teams[0]?.id
}
