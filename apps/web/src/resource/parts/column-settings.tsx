import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import type { Column } from '../columns.tsx'
import type { TableSettings } from '../table-settings.ts'
import styles from './column-settings.module.css'

export interface ColumnSettingsProps {
  readonly columns: readonly Column<never>[]
  readonly shown: readonly string[]
  readonly settings: TableSettings
  readonly onChange: (settings: TableSettings) => void
}

/** 列 8/15: which columns are shown, stored on this machine. */
export function ColumnSettings({ columns, shown, settings, onChange }: ColumnSettingsProps) {
  const choose = (key: string, isChosen: boolean) => onChange({ columns: { ...settings.columns, [key]: isChosen } })
  const list = (
    <div className={styles.list}>
      {columns.map(({ key, title }) => {
        const isOn = shown.includes(key)
        return (
          <Checkbox
            key={key}
            checked={isOn}
            // A table without columns offers no way to restore one.
            disabled={isOn && shown.length === 1}
            onChange={(event) => choose(key, event.target.checked)}
          >
            {title}
          </Checkbox>
        )
      })}
      <Button type="link" size="small" onClick={() => onChange({ columns: {} })}>
        恢复默认
      </Button>
    </div>
  )
  return (
    <Popover content={list} title="显示的列" trigger="click" placement="bottomRight">
      <Button
        type="text"
        size="small"
        icon={<SettingOutlined aria-hidden />}
        aria-label={`列 ${shown.length}/${columns.length}，选择显示的列`}
      >
        列 {shown.length}/{columns.length}
      </Button>
    </Popover>
  )
}
