/** Documents of two kinds that have every key of their kind. */
export const WHOLE_ENVIRONMENT = `apiVersion: tierwright/v1
kind: Environment
name: everything
description: every key that an environment has
extends: production
connector: 2606
tool: 2024x Refresh3
authentication: sso
tier:
  release: 2606
  signIn: https://plm.example.com:8443/tc
  webClient: https://plm.example.com:3000/awc
  fileTransfer: [ "https://plm.example.com:4544" ]
  transport: tccs
  hosts: { plm.example.com: 10.20.0.11, fms.example.com: [10.20.0.12, 10.20.0.13] }
  members: { plm.example.com: [fms.example.com] }
  sharedWith: [sandbox]
workstation:
  install: 'D:\\Tools\\Cameo'
  licenseServer: 27000@lic.example.com
  stagingDir: 'D:\\plm\\staging'
  importWorkingDir: 'D:\\plm\\import'
  embeddedBrowser: bundled
  sessionAgent: none
  set:
    connector: { SomeKey: 1, Other: true, Empty: '', Password: { env: PLM_PASSWORD } }
    client: { K: { command: [vault, read, -field=x] } }
    logger: { L: { file: /run/secrets/l } }
  keep: [STAGING_DIR]
carryFrom: installed/connector.properties
logging:
  payload: { enabled: false, dir: C:/Temp/payload }
  triggers: { MAIN: 50 MB }
  levels: { com.example.connection: INFO, '': WARN, root: error }
  keepDays: 30
ignore: [ { rule: conf/unknown-key, file: base/connector.properties, key: X, reason: read by a customisation } ]
`;

export const WHOLE_SIGN_IN = `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: live
idp:
  base: https://idp.example.com:8443
  realm: engineering
  version: 26
  hostname: { strict: true, strictBackchannel: true }
  restart: no
  sslRequired: external
  username: { min: 2, max: 255 }
  clients:
    - id: plm
      application: PLM
      redirectUris: [https://plm.example.com:7001/tcsso/weblogin/oidc_callback]
      postLogoutRedirectUri: https://plm.example.com:3000/awc
      owner: demo
  users: users.csv
  groups: [ Systems.Engineering, 2024 ]
loginService: { base: https://plm.example.com:7001, name: tcsso, appid: TCSSOLoginService, version: 13.3 }
webApplication: { name: awc, root: https://plm.example.com:3000/awc }
oidc:
  clientId: plm
  clientSecret: { env: TCSSO_CLIENT_SECRET }
  scope: [openid, profile, email]
  useridClaim: preferred_username
  userIdField: userId
  clientAuthMethod: client_secret_basic
  tokenSigAlg: RS256
vault: { enabled: true, path: Teamcenter.Securityservice, name: identityserviceKS }
gateway: { aliasing: false }
secrets:
  identityServicePassword: { env: A }
  propertiesPassword: { file: b }
  keyStorePassword: { command: [c] }
  privateKeyPassword: { env: D }
passwordUtility: { encode: [encode, -x], decode: [decode] }
connector: { loginUrl: '', appId: '', sessionFlag: '', initializer: '' }
`;
