/** Calls of the compatibility contract that this server does not serve, with the reason. */
interface LeftOut {
  readonly reason: string
  /** Spelled as in the contract's checklist: `GET /sys/getLoginQrcode`. */
  readonly calls: readonly string[]
}

/**
 * The only omitted calls of that contract, all of them optional there. Every other one is served: a server test walks
 * the whole checklist, and fails for a call that is neither served nor listed here, and for one that is both.
 */
export const NOT_SERVED: readonly LeftOut[] = [
  {
    reason: 'signing in by a picture on the phone is not offered, and no Vue 2 client asks for it.',
    calls: ['GET /sys/getLoginQrcode', 'POST /sys/scanLoginQrcode', 'GET /sys/getQrcodeToken'],
  },
  {
    reason: 'nothing is pushed to phones; a device that is noted would wait in vain.',
    calls: ['GET /sys/user/saveClientId'],
  },
  {
    reason: 'everybody names his own stand-in; those of others have no page in any client of the family.',
    calls: [
      'GET /sys/sysUserAgent/list',
      'DELETE /sys/sysUserAgent/delete',
      'DELETE /sys/sysUserAgent/deleteBatch',
      'GET /sys/sysUserAgent/queryById',
      'GET /sys/sysUserAgent/exportXls',
      'POST /sys/sysUserAgent/importExcel',
    ],
  },
  {
    reason: 'declared in clients and called by none; they belong to a workflow engine, and there is none.',
    calls: [
      'GET /act/process/extActProcess/doSyncUser',
      'GET /act/process/extActProcess/doSyncUserByUserName',
      'POST /act/model/create',
    ],
  },
  {
    reason: 'declared in clients and called by none.',
    calls: ['GET /sys/permission/loadAllRoleIds', 'GET /sys/sysDepart/queryParentName'],
  },
  {
    reason: 'only Vue 3 clients ask; `getUserPermissionByToken` answers the same.',
    calls: ['GET /sys/permission/getPermCode'],
  },
  {
    reason:
      'only Vue 3 clients ask; the trees, `queryUserByDepId` and `searchBy` answer the same within the data scope.',
    calls: [
      'GET /sys/sysDepart/queryAllParentId',
      'GET /sys/sysDepart/listAll',
      'GET /sys/sysDepart/getDepartName',
      'GET /sys/sysDepart/getUsersByDepartId',
      'GET /sys/sysDepart/queryTreeByKeyWord',
    ],
  },
  {
    reason: 'only Vue 3 clients ask; the list takes `code` as a filter.',
    calls: ['GET /sys/position/queryByCode'],
  },
  {
    reason: 'out of use in the family itself; `loadDict` answers the same, signed.',
    calls: ['GET /sys/dict/queryTableData'],
  },
  {
    reason: 'only Vue 3 clients ask; `listByUser` and `getMyAnnouncementSend` answer the same.',
    calls: ['GET /sys/annountCement/vue3List'],
  },
  {
    reason: 'who has read what follows from publishing and reading alone; nobody lists or writes it by hand.',
    calls: [
      'GET /sys/sysAnnouncementSend/list',
      'POST /sys/sysAnnouncementSend/add',
      'PUT /sys/sysAnnouncementSend/edit',
      'DELETE /sys/sysAnnouncementSend/delete',
      'DELETE /sys/sysAnnouncementSend/deleteBatch',
      'GET /sys/sysAnnouncementSend/queryById',
      'GET /sys/sysAnnouncementSend/getOne',
    ],
  },
  {
    reason: 'browsers show a PDF themselves: `/sys/common/static` answers it in place.',
    calls: ['GET /sys/common/pdf/pdfPreviewIframe'],
  },
  {
    reason: 'it would fetch any address for anybody (an open proxy); no client of the family calls it.',
    calls: ['ANY /sys/common/transitRESTful'],
  },
  {
    reason: 'who may not call something hears so from that call: 403 in the envelope.',
    calls: ['GET /sys/common/403'],
  },
]
