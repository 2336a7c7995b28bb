import { Button, Tooltip } from 'antd'
import { useNavigate } from 'react-router'
import { mayLinkTo } from '../../lib/config.ts'
import { safeRedirect } from '../../lib/paths.ts'
import { hideNotice } from '../../widgets/notice/notice-desk.ts'

const isWebAddress = (address: string) => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)

/** SH-51: to the page the announcement is about; addresses outside the console open in a tab of their own. */
export function GoHandleButton({ openPage }: { readonly openPage: string }) {
  const navigate = useNavigate()
  const go = () => {
    hideNotice()
    navigate(safeRedirect(openPage.startsWith('/') ? openPage : `/${openPage}`))
  }
  if (!isWebAddress(openPage)) {
    return (
      <Button type="primary" onClick={go}>
        去处理
      </Button>
    )
  }
  if (!mayLinkTo(openPage)) {
    return (
      <Tooltip title="该地址不在允许访问的范围内">
        <Button disabled>去处理</Button>
      </Tooltip>
    )
  }
  return (
    <Button type="primary" href={openPage} target="_blank" rel="noopener noreferrer" onClick={hideNotice}>
      去处理
    </Button>
  )
}
