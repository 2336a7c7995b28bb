import { Button, Tooltip } from 'antd'
import { useNavigate } from 'react-router'
import { safeRedirect } from '../../lib/paths.ts'
import { hideNotice } from '../../widgets/notice/notice-desk.ts'

const hasScheme = (address: string) => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)
const isWebPage = (address: string) => /^https?:\/\//i.test(address)

/**
 * SH-51: opens the page the announcement is about; external addresses open in a new tab. The allowed hosts are a server
 * setting.
 */
export function GoHandleButton({ openPage }: { readonly openPage: string }) {
  const navigate = useNavigate()
  const go = () => {
    hideNotice()
    navigate(safeRedirect(openPage.startsWith('/') ? openPage : `/${openPage}`))
  }
  if (!hasScheme(openPage)) {
    return (
      <Button type="primary" onClick={go}>
        去处理
      </Button>
    )
  }
  if (!isWebPage(openPage)) {
    return (
      <Tooltip title="不是网页地址，无法打开">
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
