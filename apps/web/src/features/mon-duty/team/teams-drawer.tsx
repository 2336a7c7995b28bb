import { DUTY_LEVELS, type DutyTeam, dutyEndpoints } from '@natim/contract/mon/duty'
import { shiftHours } from '@natim/domain/duty'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { SideDrawer } from '@/ui/side-drawer.tsx'
import { useDutyCall } from '../use-duty-call.ts'
import styles from './team.module.css'
import { TeamDialog } from './team-dialog.tsx'

/** 值班组: the teams and their shifts. */
export function TeamsDrawer({ teams, onClose }: { readonly teams: readonly DutyTeam[]; readonly onClose: () => void }) {
  const { modal } = App.useApp()
  const notify = useNotify()
  const { run } = useDutyCall()
  const [edited, setEdited] = useState<DutyTeam | 'new'>()
  const remove = ({ id, name }: DutyTeam) =>
    modal.confirm({
      title: `删除「${name}」？`,
      content: '未开始的排班一并删除，报警升级不再找到该组；已签字的交接记录保留',
      okText: '删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: async () => {
        const failure = await run(dutyEndpoints.deleteTeam, { query: { id } })
        if (failure) notify.line(failure.message, 'error')
      },
    })
  return (
    <SideDrawer
      isOpen
      title="值班组"
      width={560}
      isFullOnPhone
      onClose={onClose}
      footer={
        <Button type="primary" onClick={() => setEdited('new')}>
          新增值班组
        </Button>
      }
    >
      {teams.length === 0 && <EmptyState title="还没有值班组" hint="新增后即可排班，报警升级会找到在班的人" />}
      <ul className={styles.teams}>
        {teams.map((team) => (
          <li key={team.id}>
            <span>
              <b>{team.name}</b> <span className="t-caption">{DUTY_LEVELS[team.level]}</span>
              <span className={styles.shifts}>
                {team.shifts
                  .map(({ name, startMin, lengthMin }) => `${name} ${shiftHours(startMin, lengthMin)}`)
                  .join('、')}
              </span>
            </span>
            <R.TextLink label={`编辑 ${team.name}`} onClick={() => setEdited(team)}>
              编辑
            </R.TextLink>
            <R.TextLink label={`删除 ${team.name}`} onClick={() => void remove(team)}>
              删除
            </R.TextLink>
          </li>
        ))}
      </ul>
      {edited && <TeamDialog {...(edited !== 'new' && { team: edited })} onClose={() => setEdited(undefined)} />}
    </SideDrawer>
  )
}
