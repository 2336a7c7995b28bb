/** The columns of SY-17, then those to be chosen. */
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

/** Fields of the form before and after the password, in their order; the charge only of a superior. */
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
