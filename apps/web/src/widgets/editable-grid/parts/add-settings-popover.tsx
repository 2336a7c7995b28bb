import { SettingOutlined } from '@ant-design/icons'
import { MESSAGES } from '@natim/contract/messages'
import { Button, InputNumber, Popover, Switch } from 'antd'
import { useId, useState } from 'react'
import { useNotify } from '@/lib/notify.ts'
import styles from '../grid.module.css'
import { type AddSettings, readAddSettings, saveAddSettings } from './add-settings.ts'

interface SettingsFormProps {
  readonly rowCount: number
  readonly onSaved: () => void
}

function SettingsForm({ rowCount, onSaved }: SettingsFormProps) {
  const notify = useNotify()
  const id = useId()
  const ids = { rows: `${id}rows`, position: `${id}position`, scroll: `${id}scroll` }
  const [draft, setDraft] = useState<AddSettings>(readAddSettings)
  const change = (part: Partial<AddSettings>) => setDraft((was) => ({ ...was, ...part }))
  const save = () => {
    saveAddSettings(draft)
    notify.line(MESSAGES['grid.settingsSaved'], 'success')
    onSaved()
  }
  return (
    <div className={styles.settings}>
      <label htmlFor={ids.rows}>
        新增行数
        <InputNumber
          id={ids.rows}
          min={1}
          precision={0}
          value={draft.rows}
          onChange={(rows) => change({ rows: rows ?? 1 })}
        />
      </label>
      <label htmlFor={ids.position} title="0 表示添加到末尾">
        插入位置
        <InputNumber
          id={ids.position}
          min={0}
          max={rowCount}
          precision={0}
          value={Math.min(draft.position, rowCount)}
          onChange={(position) => change({ position: position ?? 0 })}
        />
      </label>
      <label htmlFor={ids.scroll}>
        滚动到底部
        <Switch
          id={ids.scroll}
          checked={draft.scrollToBottom}
          onChange={(scrollToBottom) => change({ scrollToBottom })}
        />
      </label>
      <Button type="primary" size="small" onClick={save}>
        保存设置
      </Button>
    </div>
  )
}

/** Settings of 新增, kept in this browser. */
export function AddSettingsPopover({ rowCount }: { rowCount: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      title="新增设置"
      open={isOpen}
      onOpenChange={setIsOpen}
      destroyOnHidden
      content={<SettingsForm rowCount={rowCount} onSaved={() => setIsOpen(false)} />}
    >
      <Button icon={<SettingOutlined />} aria-label="新增设置" />
    </Popover>
  )
}
