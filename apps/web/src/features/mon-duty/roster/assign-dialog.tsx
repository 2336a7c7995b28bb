import { dutyEndpoints } from '@natim/contract/mon/duty'
import { shiftHours } from '@natim/domain/duty'
import { Alert, Form, Select } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { useDutyCall } from '../use-duty-call.ts'
import type { OpenCell } from './open-cell.ts'

const NOBODY = ''

/** Assigns people to one shift of one day. */
export function AssignDialog({ cell, onClose }: { readonly cell: OpenCell; readonly onClose: () => void }) {
  const { team, shift, day, held } = cell
  const people = useEndpoint(dutyEndpoints.candidates, { query: { teamId: team.id } })
  const { isBusy, run } = useDutyCall()
  const [chosen, setChosen] = useState(held?.userId ?? NOBODY)
  const [problem, setProblem] = useState<string>()
  const save = async () => {
    const body = { shiftId: shift.id, day, userId: chosen === NOBODY ? null : chosen, expected: held?.userId ?? null }
    const failure = await run(dutyEndpoints.assign, { body })
    if (failure) setProblem(failure.message)
    else onClose()
  }
  const options = [
    { value: NOBODY, label: '无人值班' },
    ...(people.data ?? []).map(({ userId, name, username }) => ({ value: userId, label: `${name}（${username}）` })),
  ]
  const isListed = options.some(({ value }) => value === chosen)
  return (
    <Dialog open title="编辑排班" okText="保存" isSaving={isBusy} onOk={() => void save()} onCancel={onClose}>
      <p className="t-caption">
        {team.name} · {day} · {shift.name}班 {shiftHours(shift.startMin, shift.lengthMin)}
      </p>
      {(problem ?? people.error) && (
        <Alert type="error" showIcon title={problem ?? `人员加载失败：${people.error?.message ?? ''}`} />
      )}
      <Form layout="vertical">
        <Form.Item label="值班人" htmlFor="duty-person" extra="有交接班权限、看得到该组报警的人员">
          <Select
            id="duty-person"
            showSearch={{ optionFilterProp: 'label' }}
            loading={people.isPending}
            value={chosen}
            options={isListed || !held ? options : [...options, { value: held.userId, label: held.name }]}
            onChange={setChosen}
          />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
