package redact

// worldText is what worldClasses are read from. None of it is real.
const worldText = `
aws key: AKIA«{N16}»
aws secret env: AWS_SECRET_ACCESS_KEY=«{b40}»
aws session: aws_session_token = «FwoGZXIvYXdzE{b120}»
aws mws: amzn.mws.«{h8}-{h4}-{h4}-{h4}-{h12}»
aws presigned: https://bucket.s3.amazonaws.com/report.pdf?X-Amz-Credential=AKIA{N16}&X-Amz-Signature=«{h64}»
gcp api: AIza«{w35}»
gcp oauth: GOCSPX-«{w28}»
gcp refresh: 1//0«{w90}»
gcp access: ya29.«{w100}»
gcp key id: "private_key_id": "«{h40}»"
azure storage: DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=«{b86}==»;EndpointSuffix=core.windows.net
azure sas: https://acme.blob.core.windows.net/files/a.zip?sv=2022-11-02&sig=«{a43}%3D»
azure client secret: Client secret value | «{a3}8Q~{w34}»
azure devops pat: «{n52}»
azure servicebus: Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=«{b43}=»
alibaba: LTAI«{a20}»
tencent: AKID«{a32}»
yandex: y0_«{w50}»
yandex iam: t1.«{w60}.{w80}»
ibm cloud: IBM Cloud API key | «{w44}»
digitalocean: dop_v1_«{h64}»
linode: Personal access token | «{h64}»
hetzner: hcloud token | «{a64}»
vultr: VULTR_API_KEY=«{N36}»
scaleway: SCW_SECRET_KEY=«{h8}-{h4}-{h4}-{h4}-{h12}»
heroku: HRKU-«{w60}»
fly: FlyV1 fm2_«{b120}»
render: rnd_«{a28}»
netlify: nfp_«{a36}»
vercel: VERCEL_TOKEN «{a24}»
cloudflare token: Your API token: «{w40}»
cloudflare global: Global API Key | «{h37}»
fastly: Fastly-Key: «{w32}»
github classic: ghp_«{a36}»
github fine: github_pat_«{a22}_{a59}»
github oauth: gho_«{a36}»
github recovery: «{h5}-{h5}» | «{h5}-{h5}» | «{h5}-{h5}» | «{h5}-{h5}»
gitlab pat: glpat-«{w20}»
gitlab runner: GR1348941«{w20}»
gitlab feed: glft-«{w20}»
gitlab trigger: glptt-«{h40}»
gitlab agent: glagent-«{w50}»
gitea: New token | «{h40}» | Copy
bitbucket app: ATBB«{a32}»
bitbucket repo: ATCTT3xFfGN0«{w170}»
atlassian: ATATT3xFfGF0«{w180}»
codeberg: Your new token has been generated. Copy it now: «{h40}»
sourcehut: Personal access token: «{b60}»
npm: npm_«{a36}»
npmrc: //registry.npmjs.org/:_authToken=«{h8}-{h4}-{h4}-{h4}-{h12}»
pypi: pypi-AgEIcHlwaS5vcmc«{w150}»
rubygems: rubygems_«{h48}»
nuget: oy2«{n43}»
crates: cio«{a32}»
docker hub: dckr_pat_«{w27}»
docker auth: "auth": "«{b40}»"
terraform: «{a14}.atlasv1.{w60}»
vault: hvs.«{w90}»
vault unseal: Unseal Key 1: «{b43}=»
doppler: dp.pt.«{a43}»
onepassword sa: ops_eyJ«{w150}»
onepassword secret key: A3-«{N6}-{N6}-{N5}-{N5}-{N5}-{N5}»
bitwarden recovery: Your recovery code | «{N4} {N4} {N4} {N4} {N4} {N4} {N4} {N4}»
bitwarden cli: BW_SESSION="«{b86}==»"
openai: sk-proj-«{w48}T3BlbkFJ{w20}»
anthropic: sk-ant-api03-«{w93}AA»
huggingface: hf_«{a34}»
replicate: r8_«{a37}»
cohere: COHERE_API_KEY «{a40}»
mistral: Mistral key | «{a32}»
elevenlabs: xi-api-key: «{h32}»
slack bot: xoxb-«{d12}-{d12}-{a24}»
slack webhook: https://hooks.slack.com/services/T{N8}/B{N8}/«{a24}»
slack wf: https://hooks.slack.com/workflows/T{N8}/A{N8}/{d18}/«{a24}»
discord bot: M«{a23}.{w6}.{w38}»
discord webhook: https://discord.com/api/webhooks/{d18}/«{w68}»
discord backup: Backup codes | «{n4}-{n4}» | «{n4}-{n4}» | «{n4}-{n4}» | «{n4}-{n4}»
teams webhook: https://acme.webhook.office.com/webhookb2/{h8}-{h4}-{h4}-{h4}-{h12}@{h8}-{h4}-{h4}-{h4}-{h12}/IncomingWebhook/«{h32}»/{h8}-{h4}-{h4}-{h4}-{h12}
gchat webhook: https://chat.googleapis.com/v1/spaces/AAAA{w7}/messages?key=AIza{w35}&token=«{w43}»
telegram bot: «{d10}:AA{w33}»
twilio token: Auth Token | «{h32}» | Show
twilio sid: SK«{h32}»
sendgrid: SG.«{w22}.{w43}»
mailgun: key-«{h32}»
mailchimp: «{h32}-us{e1}»
brevo: xkeysib-«{h64}-{a16}»
postmark: Server API token | «{h8}-{h4}-{h4}-{h4}-{h12}»
stripe live: sk_live_«{a24}»
stripe webhook: whsec_«{a32}»
square: sq0csp-«{w43}»
paypal: access_token$production$«{n16}${h32}»
braintree: Private Key | «{h32}»
adyen: AQE«{w60}-{b44}-{w18}»
plaid: PLAID_SECRET=«{h30}»
shopify: shpat_«{h32}»
hubspot: pat-na1-«{h8}-{h4}-{h4}-{h4}-{h12}»
salesforce: 00D«{a12}!AQ{w90}»
airtable: pat«{a14}.{h64}»
notion: ntn_«{a46}»
linear: lin_api_«{a40}»
asana: 1/«{d16}:{h32}»
figma: figd_«{w40}»
postman: PMAK-«{h24}-{h34}»
algolia admin: Admin API Key | «{h32}»
mapbox: sk.eyJ1Ijoi«{w60}.{w22}»
datadog: DD_API_KEY: «{h32}»
newrelic: NRAK-«{N27}»
newrelic ingest: «{h36}NRAL»
sentry dsn: https://«{h32}»@o{d6}.ingest.sentry.io/{d7}
sentry token: sntrys_«{w100}»
grafana: glsa_«{a32}_{h8}»
sourcegraph: sgp_«{h16}_{h40}»
sonar: squ_«{h40}»
circleci: CCIPAT_«{a22}_{h40}»
buildkite: bkua_«{h40}»
pulumi: pul-«{h40}»
snyk: SNYK_TOKEN=«{h8}-{h4}-{h4}-{h4}-{h12}»
launchdarkly: sdk-«{h8}-{h4}-{h4}-{h4}-{h12}»
okta: SSWS 00«{w40}»
auth0: AUTH0_CLIENT_SECRET=«{w64}»
clerk: sk_test_«{a42}»
supabase: sbp_«{h40}»
planetscale: pscale_tkn_«{w43}»
neon: postgresql://neondb_owner:npg_«{a12}»@ep-cool-1.eu-central-1.aws.neon.tech/neondb
mongodb: mongodb+srv://app:«{P14}»@cluster0.ab1cd.mongodb.net/test
amqp: amqps://user:«{a20}»@rabbit.test/vhost
odbc: Driver=ODBC;Server=tcp:db.test,1433;Uid=sa;Pwd=«{P12}»;Encrypt=yes
mysql cli: mysql -u root -p«{P10}» shop
psql env: PGPASSWORD=«{n11}» psql -h db
etherscan: Api-Key Token | «{N34}»
infura: https://mainnet.infura.io/v3/«{h32}»
alchemy: https://eth-mainnet.g.alchemy.com/v2/«{w32}»
btc wif: «{V:5,K,L}{s50}»
btc zprv: zprv«{s107}»
eth key: Private key | 0x«{h64}»
solana key: «{s88}»
stellar: S«{t55}»
nostr: nsec1«{q58}»
monero seed: Your seed | «{W1}» | «{W1}» | «{W1}» | «{W1}» | «{W1}» | «{W1}» | «{W1}» | «{W1}» | «{W1}» | «{W1}» | «{W1}» | «{W1}»
jwt: eyJ«{w30}.eyJ{w80}.{w43}»
jwe: eyJ«{w60}..{w16}.{w80}.{w22}»
jwt header: Authorization: JWT «eyJ{w30}.eyJ{w80}.{w43}»
paseto: v2.public.«{w120}»
flask cookie: session=.eJ«{w60}.{w6}.{w27}»
express cookie: connect.sid=s%3A«{w32}.{b40}»
jsession: JSESSIONID=«{H32}»
php session: PHPSESSID=«{n26}»
aspnet: ASP.NET_SessionId=«{n24}»
laravel: laravel_session=«eyJpdiI6{b120}%3D»
rails token: authenticity_token: «{b86}==»
csrf meta: csrf-token | «{w43}»
django secret: SECRET_KEY = 'django-insecure-«{n20}$!{n20}#»'
laravel key: APP_KEY=base64:«{b43}=»
rails master: config/master.key | «{h32}»
saml: SAMLResponse=«PHNhbWxwOlJlc3BvbnNl{b150}»
oauth code: https://app.test/callback?code=«4/0A{w70}»&scope=email
oauth fragment: https://app.test/cb#access_token=«{w40}»&token_type=bearer
state url: https://app.test/oauth?state=«{w32}»&client_id=app
kerberos hash: «{h32}:{h32}»
ntlm: Administrator:500:aad3b435b51404eeaad3b435b51404ee:«{h32}»:::
shadow: root:$y$j9T$«{a22}${a43}»:19737:0:99999:7:::
htpasswd: admin:$apr1$«{a8}${a22}»
django hash: pbkdf2_sha256$600000$«{a22}${b43}=»
ssh private: -----BEGIN OPENSSH PRIVATE KEY----- «b3BlbnNzaC1rZXktdjEAAAA{b60}» -----END OPENSSH PRIVATE KEY-----
pgp private: -----BEGIN PGP PRIVATE KEY BLOCK----- | «lQOYBF{b58}» | -----END PGP PRIVATE KEY BLOCK-----
putty: Private-Lines: 14 | «AAAAIQ{b58}»
age: AGE-SECRET-KEY-1«{c58}»
wireguard: PrivateKey = «{b43}=»
wireguard psk: PresharedKey = «{b43}=»
tailscale: tskey-auth-«{a12}-{a32}»
openvpn: -----BEGIN OpenVPN Static key V1----- «{h32}»
zerotier: ZeroTier API token: «{a32}»
wpa: WPA2 passphrase: «{W3-}-{d2}»
wifi label: Network key | «{n10}»
wifi guest: Guest Wi-Fi password is «{W}{d4}»
router default: Router admin password: «{N8}»
bitlocker: Recovery key: «{d6}-{d6}-{d6}-{d6}-{d6}-{d6}-{d6}-{d6}»
filevault: «{N4}-{N4}-{N4}-{N4}-{N4}-{N4}»
apple recovery: Your Recovery Key | «{N4}-{N4}-{N4}-{N4}-{N4}-{N4}-{N4}»
apple app password: «{l4}-{l4}-{l4}-{l4}»
google app password: Your app password for your device | «{l4} {l4} {l4} {l4}»
google backup: Backup codes | «{d4} {d4}» | «{d4} {d4}» | «{d4} {d4}» | «{d4} {d4}»
microsoft recovery: Your recovery code: «{N5}-{N5}-{N5}-{N5}-{N5}»
recovery 4-4: Recovery code: «{n4}-{n4}»
recovery 4-4 list: Save these recovery codes | «{l4}-{l4}» | «{l4}-{l4}» | «{l4}-{l4}» | «{l4}-{l4}» | «{l4}-{l4}»
recovery 4-4 inline: Recovery codes: «{n4}-{n4}» «{n4}-{n4}» «{n4}-{n4}»
recovery 5-5 caps: Store them safely: | «{N5}-{N5}» | «{N5}-{N5}» | «{N5}-{N5}»
recovery 10: Single-use codes | «{n10}» | «{n10}» | «{n10}» | «{n10}»
recovery numbered: 1. «{h8}» | 2. «{h8}» | 3. «{h8}» | 4. «{h8}» | 5. «{h8}»
recovery 3-3-3: Emergency codes | «{d3}-{d3}-{d3}» | «{d3}-{d3}-{d3}» | «{d3}-{d3}-{d3}»
recovery upper bare: One-time recovery code «{U4}-{U4}-{U4}»
recovery german: Wiederherstellungscodes | «{n4}-{n4}» | «{n4}-{n4}» | «{n4}-{n4}»
recovery french: Codes de récupération | «{n4}-{n4}» | «{n4}-{n4}» | «{n4}-{n4}»
recovery spanish: Códigos de recuperación: «{n4}-{n4}», «{n4}-{n4}»
matrix recovery: EsT«{s1} {s4} {s4} {s4} {s4} {s4} {s4} {s4} {s4} {s4} {s4} {s4}»
threema: «{N4}-{N4}-{N4}-{N4}-{N4}-{N4}-{N4}-{N4}-{N4}-{N4}-{N4}-{N4}»
whatsapp key: 64-digit encryption key | «{n4} {n4} {n4} {n4} {n4} {n4} {n4} {n4} {n4} {n4} {n4} {n4} {n4} {n4} {n4} {n4}»
steam guard: Steam Guard code: «{N5}»
battlenet: Restore code «{N10}»
totp base32: «{t32}»
totp base32 label: Can't scan it? Enter this key: «{t16}»
totp spaced: Setup key | «{l4} {l4} {l4} {l4} {l4} {l4} {l4} {l4}»
totp otpauth: otpauth://totp/Acme:bob@acme.test?secret=«{t32}»&issuer=Acme
totp manual: Secret: «{t26}»
otp plain: Your verification code is «{d6}»
otp dash: Your code: «{d3}-{d3}»
otp subject: «{d6}» is your login code
otp prose: Enter «{d6}» on the sign-in page to continue
otp tail: To finish signing in, use this code | «{d6}»
otp card bank: TAN: «{d6}» for transfer of 120.00 EUR
otp arabic: رمز التحقق الخاص بك هو «{d6}»
otp hindi: आपका ओटीपी «{d6}» है
otp thai: รหัส OTP ของคุณคือ «{d6}»
otp turkish: Doğrulama kodunuz: «{d6}»
otp polish: Twój kod weryfikacyjny to «{d6}»
otp vietnamese: Mã OTP của bạn là «{d6}»
otp fullwidth: 認証コード：«{f6}»
otp arabic digits: رمز التحقق: «{r6}»
otp greek: Ο κωδικός σας είναι «{d6}»
otp czech: Váš ověřovací kód je «{d6}»
otp dutch: Uw verificatiecode is «{d6}»
otp indonesian: Kode OTP Anda adalah «{d6}»
otp ukrainian: Ваш код підтвердження «{d6}»
otp hebrew: קוד האימות שלך הוא «{d6}»
otp swedish: Din engångskod är «{d6}»
otp letters: Your one-time code: «{U8}»
otp boxes: Enter code | «{d1}» | «{d1}» | «{d1}» | «{d1}» | «{d1}» | «{d1}»
pin colon: PIN: «{d4}»
pin prose: My PIN is «{d4}»
pin for card: The PIN of your new card is «{d4}».
pin german: Ihre PIN lautet «{d4}»
pin geheimzahl: Geheimzahl: «{d4}»
pin voicemail: Voicemail PIN | «{d5}»
pin alarm: Alarm code is «{d4}»
door keypad: Keypad code: «{d4}#»
airbnb: The lockbox code is «{d4}». Enjoy your stay!
safe: Safe combination «{d2}-{d2}-{d2}»
puk: PUK | «{d8}»
sim adm: ADM1 key «{d8}»
password colon: Password: «{P12}»
password prose en: The password is «{W}{d3}» until Friday.
password prose en 2: You can log in with the password «{P10}».
password words: Your password is «{W4 }»
password hyphens: The new passphrase is «{W5-}»
password german: Das Passwort lautet «{P10}»
password german 2: Ihr Kennwort ist «{W}{d2}»
password french: Votre mot de passe est «{P10}»
password spanish: Tu contraseña es «{W}{d3}»
password italian: La tua password è «{W}{d3}»
password portuguese: Sua senha é «{W}{d4}»
password russian: Ваш пароль: «{l6}{d3}»
password chinese: 您的密码是 «{n9}»
password japanese: パスワードは「«{n10}»」です
password korean: 비밀번호는 «{n9}» 입니다
password arabic: كلمة المرور هي «{n9}»
password hindi: आपका पासवर्ड «{P10}» है
password turkish: Şifreniz: «{n9}»
password polish: Twoje hasło to «{n9}»
password czech: Vaše heslo je «{n9}»
password dutch: Je wachtwoord is «{W}{d2}!»
password swedish: Ditt lösenord är «{n9}»
password finnish: Salasanasi on «{n9}»
password greek: Ο κωδικός πρόσβασης είναι «{n9}»
password vietnamese: Mật khẩu của bạn là «{n9}»
password indonesian: Kata sandi Anda: «{n9}»
password ukrainian: Ваш пароль «{P10}»
password hebrew: הסיסמה שלך היא «{n9}»
password persian: رمز عبور: «{n9}»
password hungarian: A jelszava: «{n9}»
password romanian: Parola ta este «{n9}»
password label value: Username | admin | Password | «{P12}»
password label value simple: User | bob | Password | «{W}{d3}»
password pair: login: bob / «{P10}»
password creds: Credentials: admin:«{W}{d3}!»
password pw: pw: «{W}{d2}»
password initial: Initial root password «{a12}»
password temporary: Temporary password | «{W}-{W}-{d4}»
password hint table: Default password | «{W}»
password json: {"user":"bob","password":"«{W}»"}
password yaml: db_password: «{W}{d1}»
password xml: <password>«{P10}»</password>
password url: https://bob:«{W}{d2}»@files.test/
password ftp: ftp://bob:«{P9}»@ftp.test
password smtp: SMTP_PASS="«{l16}»"
password title: Copied «{P16}» to clipboard
security answer: Answer to your security question: «{W}»
maiden: Mother's maiden name | «{V:Kowalczyk,Fitzgerald,Lindqvist}»
seed english: «legal winner thank year wave sausage worth useful legal winner thank yellow»
seed cells: 1 | «legal» | 2 | «winner» | 3 | «thank» | 4 | «year» | 5 | «wave» | 6 | «sausage» | 7 | «worth» | 8 | «useful» | 9 | «letter» | 10 | «advice» | 11 | «cage» | 12 | «above»
seed french: «abaisser abandon abdiquer abeille abolir aborder aboutir aboyer abrasif abreuver abriter abroger»
seed italian: «abaco abbaglio abbinato abete abisso abolire abrasivo abrogato accadere accenno accusato acetone»
seed portuguese: «abacate abaixo abalar abater abduzir abelha aberto abismo abotoar abranger abreviar abrigar»
seed czech: «abdikace abeceda adresa agrese akce aktovka alej alkohol amputace ananas andulka anekdota»
seed korean: «가격 가끔 가난 가능 가득 가르침 가뭄 가방 가상 가슴 가운데 가을»
seed spanish cells: «ábaco» | «abdomen» | «abeja» | «abierto» | «abogado» | «abono» | «aborto» | «abrazo» | «abrir» | «abuelo» | «abuso» | «acabar»
seed slip39: «academic acid acrobat romp academic academic arcade alto crystal ceiling frequent garlic greatest shaft finance dive darkness ecology mental teaspoon»
seed labelled short: Secret phrase: «{W6 }»
seed hyphen: «legal-winner-thank-year-wave-sausage-worth-useful-legal-winner-thank-yellow»
seed newline commas: Seed: «legal, winner, thank, year, wave, sausage, worth, useful, legal, winner, thank, yellow»
card visa: «4539 1488 0343 6467»
card plain: Card «4539148803436467»
card dashes: «4539-1488-0343-6467»
card amex spaced: «3714 496353 98431»
card nbsp: «4539 1488 0343 6467»
card dots: «4539.1488.0343.6467»
card cvc prose: CVC code «{d3}»
card expiry: Valid thru «0{e1}/{V:27,28,29}»
card track: %B«4539148803436467»^DOE/JOHN^2709
iban de: «DE89370400440532013000»
iban spaces: IBAN «GB29 NWBK 6016 1331 9268 19»
iban dashes: «GB29-NWBK-6016-1331-9268-19»
iban lower: «gb29nwbk60161331926819»
iban fr: «FR14 2004 1010 0505 0001 3M02 606»
iban nl: «NL91 ABNA 0417 1643 00»
routing: Routing number «{d9}»
account us: Account no: «{d10}»
sort account: Sort code {d2}-{d2}-{d2} Account «{d8}»
ssn dash: «{V:123,456,219}-{d2}-{d4}»
ssn space: SSN «{V:123,456,219} {d2} {d4}»
ssn plain: Social security number | «{V:123,456,219}{d6}»
passport: Passport No. «{U1}{d8}»
passport sib: Passport number | «{U2}{d7}»
drivers: Driver's License: «{U1}{d3}-{d4}-{d4}»
aadhaar: «{e1}{d3} {d4} {d4}» is your Aadhaar
pan india: «{U3}P{U1}{d4}{U1}»
nhs: NHS number «{d3} {d3} {d4}»
medicare au: Medicare «{d4} {d5} {d1}»
cpf: CPF: «{d3}.{d3}.{d3}-{d2}»
cnpj: CNPJ «{d2}.{d3}.{d3}/0001-{d2}»
dni: DNI «{d8}{U1}»
nie: NIE «X{d7}{U1}»
steuer: Steuer-ID «{d2} {d3} {d3} {d3}»
bsn: BSN: «{d9}»
pesel: PESEL «{d11}»
snils: СНИЛС «{d3}-{d3}-{d3} {d2}»
personnummer: «19850709-{d4}»
china id: 身份证号 «11010519850709{d3}X»
emirates: Emirates ID «784-1985-{d7}-{d1}»
hk id: HKID «A{d6}({d1})»
mrz: P<USADOE<<«JOHN<MICHAEL<<<<<<<<<<»
visa number: Visa number: «{N9}»
dob: Date of birth | «1985-07-{V:11,12,13}»
dob prose: Born on «{V:3,4,5} July 1985»
member: Member ID «{U3}{d9}»
vin insurance: Policy number: «{U2}{d8}»
license key: «{N5}-{N5}-{N5}-{N5}-{N5}»
license label: License: «{N4}-{N4}-{N4}»
gift card: Gift card code «{N4}-{N6}-{N4}»
steam key: Your Steam key | «{N5}-{N5}-{N5}»
voucher: Redeem this voucher: «{N12}»
prepaid: Scratch code «{d16}»
invite link: https://app.test/join/«{a10}»
discord invite: https://app.test/invite/«{w12}»
reset path: https://app.test/users/password/edit?reset_password_token=«{w20}»
reset path 2: https://app.test/reset/«{a32}»
magic fragment: https://app.test/#/magic/«{a16}»
magic subpath: https://app.test/login/link/«{n24}»
unsubscribe: https://mail.test/u/«{w40}»
signed cloudfront: https://d1.cloudfront.net/a.mp4?Expires=1790000000&Signature=«{w80}»&Key-Pair-Id=K{N13}
signed gcs: https://storage.googleapis.com/b/o?X-Goog-Signature=«{h128}»
doc share: https://docs.test/document/d/«{w44}»/edit
dropbox share: https://www.dropbox.com/scl/fi/«{n20}»/plan.pdf?rlkey={n25}
zoom: https://zoom.us/j/{d11}?pwd=«{a32}»
meet pass: Passcode: «{a6}{d2}»
calendar ics: https://calendar.google.com/calendar/ical/bob%40x.test/private-«{h32}»/basic.ics
firebase link: https://app.page.link/?link=https://x.test/?oobCode=«{w54}»
url percent token: https://x.test/?q=token%3D«{a24}»
path percent: https://x.test/t/%73%6b«{a24}»/x
path jwt: https://x.test/v/«eyJ{w30}.eyJ{w60}.{w43}»
path uuid token: https://x.test/verify/«{h8}-{h4}-{h4}-{h4}-{h12}»
path short: https://x.test/s/«{a22}»
attr testid token: data-token-«{a24}»
attr aria: Copy API key «{a24}»
attr alt qr: QR code for otpauth secret «{t16}»
attr title: Bearer «{a30}»
attr placeholder: e.g. «sk_live_{a24}»
split token: sk_live_ | «{a12}» | «{a12}»
split spans: API key: | «{a8}» | «{a8}» | «{a8}» | «{a8}»
split password cells: Password | : | «{P12}»
split label far: API secret | Keep it safe and never share it | «{a20}»
zero width: Password: «{a4}»{zwsp}«{a4}»{zwsp}«{a4}»
soft hyphen token: ghp_«{a18}»{shy}«{a18}»
nbsp otp: Your code is «{d3} {d3}»
fullwidth card: «４５３９ １４８８ ０３４３ ６４６７»
fullwidth password: パスワード：«{a10}»
base64 secret: Authorization: Basic «{b20}==»
base64 of jwt: «ZXlKaGJHY2lPaUpJVXpJMU5pSjkuZXlK{b60}»
hex bytes: «{h2}:{h2}:{h2}:{h2}:{h2}:{h2}:{h2}:{h2}:{h2}:{h2}:{h2}:{h2}:{h2}:{h2}:{h2}:{h2}»
webhook secret: Signing secret: «{h32}»
hmac header: X-Hub-Signature-256: sha256=«{h64}»
api key header: x-api-key: «{a40}»
api key generic: api_key="«{a32}»"
api key words: Here is your API key: «{n32}»
api key sentence: Use the key «{a32}» in the header
client secret sib: Client ID | {n20} | Client secret | «{w40}»
access token sib: Access token | «{w64}» | Regenerate
token short: token=«{n12}»
secret short: CLIENT_SECRET: «{a10}»
bearer curl: curl -H "Authorization: Bearer «{w40}»" https://api.test
token prose: Your token «{n24}» expires tomorrow
kube token: token: «eyJhbGciOiJSUzI1NiIsImtpZCI6I{w40}.eyJpc3Mi{w80}.{w80}»
kubeadm: kubeadm join 10.0.0.1:6443 --token «{n6}.{n16}»
swarm: docker swarm join --token SWMTKN-1-«{n50}-{n25}» 10.0.0.1:2377
etcd: ETCD_ROOT_PASSWORD=«{n10}»
ansible vault: $ANSIBLE_VAULT;1.1;AES256 «{d64}»
keepass: KeePass master password: «{W3.}»
obs stream: Stream key | «live_{d9}_{a30}»
youtube stream: Stream key: «{n4}-{n4}-{n4}-{n4}-{n4}»
twitch oauth: oauth:«{n30}»
spotify: SPOTIFY_CLIENT_SECRET «{h32}»
lastfm: Shared secret | «{h32}»
facebook: EAA«{a150}»
twitter bearer: AAAAAAAAAAAAAAAAAAAAA«{a30}%3D{a50}»
instagram: IGQV«{w120}»
tiktok: act.«{a60}»
wechat secret: AppSecret | «{h32}»
line: Channel secret | «{h32}»
homeassistant pair: Pairing code «{d3}-{d2}-{d3}»
homekit: HomeKit setup code | «{d3}-{d2}-{d3}»
matter: Manual pairing code: «{d4}-{d3}-{d4}»
zigbee: Install code «{H4} {H4} {H4} {H4} {H4}»
bluetooth: Bluetooth passkey «{d6}»
vpn psk: IPsec pre-shared key: «{P16}»
radius: RADIUS shared secret «{a16}»
snmp: snmp-server community «{a10}» RO
cisco: enable secret 5 $1$«{a4}${a22}»
mailbox app: IMAP password: «{l16}»
student: Student PIN «{d6}»
ticket transfer: Transfer code: «{N8}»
parcel locker: Your pickup code is «{d6}»
bank memo word: Memorable word: «{W}»
2fa sms en: {V:Acme,Globex}: «{d6}» is your security code. Don't share it.
2fa sms google: G-«{d6}» is your Google verification code.
2fa sms use: Use «{d3} {d3}» for two-factor authentication
2fa sms whatsapp: WhatsApp code «{d3}-{d3}»
2fa telegram: Telegram code «{d5}»
2fa paypal: PayPal: «{d6}» is your security code. It expires in 10 minutes.
2fa amazon: «{d6}» is your Amazon OTP.
2fa bank es: Su clave dinámica es «{d6}»
2fa bank pt: Seu token é «{d6}»
2fa bank fr: Code confidentiel : «{d6}»
2fa bank it: Codice OTP: «{d6}»
firefox sync recovery: Account recovery key | «{c4} {c4} {c4} {c4} {c4} {c4} {c4} {c4}»
proton recovery codes list: Your recovery codes | «{n8}» | «{n8}» | «{n8}» | «{n8}» | «{n8}» | «{n8}»
okta one: Enter «{d6}» to verify it's you
bank app: Ihre TAN lautet «{d6}»
italian pin: Il tuo PIN è «{d5}»
wifi card: SSID HomeNet | Password | «{n12}»
wifi sticker: WLAN-Schlüssel: «{d16}»
serial license: Lizenzschlüssel: «{N5}-{N5}-{N5}-{N5}»
license es: Clave de licencia: «{N4}-{N4}-{N4}-{N4}»
cloud sa email key: "client_secret": "«{w24}»"
heroku env: DATABASE_URL postgres://u{n14}:p«{h64}»@ec2-1-2-3-4.compute.amazonaws.com:5432/d{n13}
sftp: sftp user: deploy pass: «{P9}»
smb: net use \\server\share /user:bob «{P11}»
sqlplus: sqlplus scott/«{W}{d2}»@orcl
ldap: ldap bind password: «{P14}»
oidc device: Go to device.test and enter code «{U4}-{U4}»
device code: Your device code is «{N4}-{N4}»
tv login: Enter this code on your TV: «{N6}»
parking: Gate access code | «{d4}#»
conference: Conference PIN: «{d6}#»
voicemail: Voicemail password «{d6}»
gift visa: Card number | «4539 1488 0343 6467» | CVV | «{d3}»
prepaid pin: PIN | «{d4}»
eu vat: VAT ID: DE«{d9}»
swiss ahv: AHV-Nr. «756.{d4}.{d4}.{d2}»
nl bsn: Burgerservicenummer «{d9}»
se pn label: Personnummer | «{d6}-{d4}»
fr ss: N° sécu «2 85 07 75 {d3} {d3} {d2}»
es dni bare: DNI/NIF | «{d8}{U1}»
pl dowod: Dowód osobisty: «{U3}{d6}»
br rg: RG «{d2}.{d3}.{d3}-{d1}»
in aadhaar: Aadhaar Number: «{e1}{d3} {d4} {d4}»
kr rrn: «{d2}0709-{V:1,2}{d6}»
jp mynumber: 個人番号 «{d12}»
us itin: ITIN «9{d2}-7{d1}-{d4}»
us ein label: Employer Identification Number: «{d2}-{d7}»
ca sin: Social Insurance Number «{d3}-{d3}-{d3}»
au tfn: Tax File Number: «{d3} {d3} {d3}»
health card: Health card number: «{d4}-{d3}-{d3}-{U2}»
bitcoin xpriv label: Extended private key | «xprv{s107}»
metamask pk: Private Key | «{h64}»
ledger words: Word #1 | «{W1}» | Word #2 | «{W1}» | Word #3 | «{W1}»
seed comma german: Wiederherstellungsphrase: «{W12 }»
seed french label: Phrase de récupération: «{W12 }»
seed spanish label: Frase semilla: «{W12 }»
api key ru: Ключ API: «{a32}»
api key ja: APIキー：«{a32}»
api key zh: 密钥：«{n32}»
api key de: API-Schlüssel: «{a28}»
api key fr: Clé API : «{a28}»
api key es: Clave API: «{a28}»
token de: Zugriffstoken: «{w40}»
token fr: Jeton d'accès : «{w40}»
secret it: Segreto client: «{a24}»
pass pt: A senha temporária é «{P10}»
pass it words: Password temporanea: «{W}{d4}»
pass bg: Парола: «{n9}»
pass sr: Лозинка: «{n10}»
pass hr: Lozinka je «{n10}»
pass th: รหัสผ่านของคุณคือ «{n10}»
pass ms: Kata laluan: «{n10}»
pass tl: Password mo ay «{P10}»
pass zhtw: 您的密碼為 «{n10}»
pass ja kara: 初期パスワード：«{n8}»
pass bn: পাসওয়ার্ড: «{n10}»
pass ur: پاس ورڈ: «{n10}»
otp zh: 您的验证码为«{d6}»，5分钟内有效
otp ko: [쿠팡] 인증번호 [«{d6}»]를 입력해주세요
otp ru sms: Код: «{d4}». Никому не сообщайте
otp uk: Код для входу: «{d5}»
otp it bank: Usa il codice «{d6}» per autorizzare
otp de paypal: «{d6}» ist Ihr Sicherheitscode
otp fr sms: «{d6}» est votre code de confirmation
otp es sms: «{d6}» es tu código de Uber
otp pt sms: Use o código «{d6}» para entrar
otp nl sms: Je code is «{d6}»
otp tr bank: Onay kodu: «{d6}»
otp ar bank: رمزك هو «{d6}»
otp id: JANGAN BERIKAN kode ini: «{d6}»
otp dots: Your code is «{d3}.{d3}»
otp in title: («{d6}») Your Acme code
aria otp digits: Digit 1 of 6: «{d1}»
cookie doc: document.cookie = "sid=«{h32}»"
set cookie: Set-Cookie: auth=«{w60}»; HttpOnly
curl header: -H 'X-Auth-Token: «{h32}»'
git url: git clone https://oauth2:«{w20}»@gitlab.test/a/b.git
git url bare: https://«{a40}»@github.com/acme/repo.git
pip index: --extra-index-url https://__token__:«{w40}»@pypi.test/simple
sentry auth: SENTRY_AUTH_TOKEN=«{h64}»
jenkins: Jenkins initial admin password: «{h32}»
grafana admin: admin / «{n12}» (initial password)
k8s secret b64: password: «{b23}=»
ssh rsa body: «MIIEpAIBAAKCAQEA{b64}»
pfx: PFX password «{P12}»
jwt short: eyJ«{w20}.{w30}.{w20}»
hmac key hex: HMAC key: «{h40}»
aes key b64: AES key: «{b43}=»
salt: salt=«{b22}==»
uuid session: session: «{h8}-{h4}-{h4}-{h4}-{h12}»
uuid key label: API Key | «{h8}-{h4}-{h4}-{h4}-{h12}»
ulid token: Token «{c26}»
ksuid: Secret «{a27}»
nanoid bare: «{w21}»
hash token: «{h40}»
b32 bare: «{t26}»
email magic: https://app.test/auth/callback?token_hash=«{h56}»&type=magiclink
s3 presigned: https://b.s3.test/x?AWSAccessKeyId=AKIA{N16}&Signature=«{b27}%3D»&Expires=1790000000
onedrive: https://1drv.ms/u/s!«{w24}»?e={a6}
gdrive: https://drive.google.com/file/d/«{w33}»/view
notion share: https://www.notion.so/acme/Plan-«{h32}»
stripe checkout: https://checkout.stripe.com/c/pay/cs_live_«{a58}»
zendesk: https://acme.zendesk.test/access/jwt?jwt=«eyJ{w60}»
slack invite: https://join.slack.com/t/acme/shared_invite/zt-«{a9}-{w22}»
whatsapp invite: https://chat.whatsapp.com/«{a22}»
discord gg: https://discord.gg/«{a10}»
telegram invite: https://t.me/+«{w16}»
meeting: https://teams.test/l/meetup-join/19%3ameeting_«{a48}»%40thread.v2/0
ical feed: webcal://cal.test/feed/«{h40}».ics
rss private: https://feeds.test/private/«{a24}»/rss
password in path: https://x.test/login/bob/«{P12}»
`
