import { App } from 'antd'

/** Asks whether typed input may be discarded, then runs the action. */
export function useDiscard(): (onOk: () => void) => void {
  const { modal } = App.useApp()
  return (onOk) =>
    void modal.confirm({
      title: '放弃未保存的修改？',
      okText: '放弃',
      cancelText: '继续编辑',
      okButtonProps: { danger: true },
      onOk,
    })
}
