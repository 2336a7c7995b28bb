/** The columns of SY-17, then optional ones. */
export const USER_COLUMNS = [
  'username',
  'realname',
  'avatar',
  'sex',
  'birthday',
  'phone',
  'roleNames',
  'orgCodeTxt',
  'departIds',
  'lastLoginTime',
  'status',
  'workNo',
  'post',
  'email',
  'telephone',
  'createTime',
] as const

/** Fields of the form before and after the password, in order; departments in charge only for a superior. */
export const FIRST_KEYS = ['username', 'realname'] as const
export const furtherKeys = (isSuperior: boolean): readonly string[] => [
  'workNo',
  'phone',
  'post',
  'selectedroles',
  'selecteddeparts',
  'userIdentity',
  ...(isSuperior ? ['departIds'] : []),
  'regionPrefixes',
  'relTenantIds',
  'birthday',
  'sex',
  'email',
  'telephone',
  'avatar',
]
