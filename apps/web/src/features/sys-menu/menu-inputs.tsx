import { MENU_TYPE, PERMISSION_STRATEGY, VALID_STATUS } from '@natim/contract/dict'
import { type MenuChoice, permissionEndpoints } from '@natim/contract/system/permission'
import { Button, Popover, Radio, Switch, TreeSelect } from 'antd'
import { useState } from 'react'
import { numberOptionsOf, optionsOf } from '@/lib/options.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { ControlProps, FieldWidget } from '@/resource/index.ts'
import { MENU_ICONS, menuIcon } from '@/ui/menu-icons.tsx'
import styles from './menu.module.css'

function SwitchControl({ id, value, onChange, disabled, 'aria-label': label }: ControlProps) {
  return (
    <Switch
      {...(id !== undefined && { id })}
      aria-label={label}
      checked={value === true}
      disabled={disabled}
      onChange={(next) => onChange?.(next)}
    />
  )
}

/** Yes or no. */
export const switchWidget: FieldWidget = { kind: 'choice', Control: SwitchControl }

/** Options side by side, keeping the value type. */
function radioWidget<V extends string | number | boolean>(
  options: readonly { value: V; label: string }[],
): FieldWidget {
  return {
    kind: 'choice',
    Control: ({ id, value, onChange, disabled }: ControlProps) => (
      <Radio.Group
        {...(id !== undefined && { id })}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange?.(event.target.value)}
        options={[...options]}
      />
    ),
  }
}

export const typeWidget = radioWidget(numberOptionsOf(MENU_TYPE))
export const strategyWidget = radioWidget(optionsOf(PERMISSION_STRATEGY))
/** 有效 first. */
export const statusWidget = radioWidget(optionsOf(VALID_STATUS).toReversed())
export const openWidget = radioWidget([
  { value: false, label: '内部打开' },
  { value: true, label: '新窗口打开' },
])

interface ParentNode {
  readonly value: string
  readonly title: string
  readonly children: ParentNode[]
}

const toNode = ({ value, slotTitle, children }: MenuChoice): ParentNode => ({
  value,
  title: slotTitle,
  children: (children ?? []).map(toNode),
})

function ParentControl({ value, onChange, maxLength: _unused, ...rest }: ControlProps<string>) {
  const { data, isLoading } = useEndpoint(permissionEndpoints.parents, {})
  return (
    <TreeSelect
      {...rest}
      value={value || undefined}
      onChange={(next) => onChange?.(next)}
      loading={isLoading}
      treeData={(data?.treeList ?? []).map(toNode)}
      showSearch={{ treeNodeFilterProp: 'title' }}
      style={{ width: '100%' }}
    />
  )
}

/** The parent menu. */
export const parentWidget: FieldWidget = { kind: 'choice', Control: ParentControl }

function IconControl({ id, value, onChange, disabled }: ControlProps<string>) {
  const [isOpen, setIsOpen] = useState(false)
  const name = value ?? ''
  const choose = (next: string) => {
    setIsOpen(false)
    onChange?.(next)
  }
  const icons = (
    <div className={styles.icons} role="listbox" aria-label="图标">
      {MENU_ICONS.map((icon) => (
        <button
          key={icon}
          type="button"
          role="option"
          className={styles.icon}
          aria-selected={icon === name}
          aria-label={icon}
          title={icon}
          onClick={() => choose(icon)}
        >
          {menuIcon(icon)}
        </button>
      ))}
    </div>
  )
  return (
    <span className={styles.iconField}>
      <Popover
        open={isOpen && !disabled}
        onOpenChange={setIsOpen}
        trigger="click"
        placement="bottomLeft"
        content={icons}
      >
        <Button {...(id !== undefined && { id })} disabled={disabled} icon={menuIcon(name)}>
          {name || '选择图标'}
        </Button>
      </Popover>
      {name !== '' && !disabled && (
        <Button type="text" onClick={() => choose('')}>
          清除
        </Button>
      )}
    </span>
  )
}

/** An icon by name, from those in this build. */
export const iconWidget: FieldWidget = { kind: 'choice', Control: IconControl }
