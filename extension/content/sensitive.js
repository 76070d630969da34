'use strict';
// Detects fields that are like passwords: for these, Cairn stores only the fact that
// something was typed. A field that was one stays one ("show password" turns it into a
// text field).

function makeSensitive() {
  const { dom, remembered } = Cairn;

  const whole = (/** @type {string} */ words) => new RegExp(`(?:^| )(?:${words})(?: |$)`);
  /**
   * RULES lists words of a field's name that make it secret, and words beside them
   * that make it harmless: the table of shared/redact/fields.go, which a test compares with this.
   */
  const RULES = [
    [`passkeys?|pwd|psk|wpa|secrets?|credentials?|authorization|bearer|t?otp|mfa|2 fa|two factor|tan|pin ?code|puk|cv[vc]|ccv|csc|iban|ssn|dob|birth(?:da(?:te|y))?|srp|keystore|[cx]srf|cookies?|session ?id|senha|haslo|sifre|parola|(?:one time|verification|security|sms|auth(?:entication)?|login|confirmation|recovery|backup|sort) codes?|security number|(?:security|secret) answer|maiden|(?:account|routing|card|cc) (?:number|no|num)|ccnum|bank account|social security|national (?:id|insurance)|tax id|passport|driv.+ licen[cs]e`],
    [`(?:private|api|access|secret|encryption|signing|licen[cs]e|ssh|webhook|recovery|network|wi ?fi|stream|product|set ?up|entry|master|activation|serial|app|account|steam|shared|deploy|session|storage)(?: [a-z]+)? keys?|(?:access|api|auth|refresh|bearer|session) tokens?`, `labels?|names?|description`],
    [`clave`, `palabra|punto|musical|sol`],
    [`pass`, `boarding|ski|day|season|rate|low|high|band|filter|fail`],
    [`tokens?`, `ids?|amount|address|symbol|decimals|search|name|swap|send|balance|price|asset|list|quantity|standard|network|contract|import|select|picker|max|count|limit|usage|used|per`],
    [`pin`, `map|post|board|message|location|drop|note|tab|chat`],
    [`seed`, `random|rng|noise|image|generation`],
    [`phrase`, `search|exact|translate|match`],
    [`card`, `titles?|composer|comments?|description|notes?|board|business|kanban|list|search|filter|flash|post|story|task|report|labels?|column|body|header|footer`],
  ].map((rule) => rule.map(whole));
  /** ANYWHERE matches words that make a field secret anywhere in a name, PROPERTY the end of the name of a secret's property. */
  const ANYWHERE = /passwor|kennwort|kenncode|wachtwoord|wagwoord|lösenord|passord|adgangskode|kodeord|lykilorð|salasana|salasõna|slaptaž|zaporka|jelszó|parolă|fjalëkal|şifrə|mot de passe|motdepasse|contrase|contrasinal|palavra-passe|pasahitz|cyfrinair|kata sandi|kata laluan|nenosiri|mật khẩu|passfras|lösenfras|adgangsfras|tunnuslause|slaptafraz|pasaesald|cyfrinymadrodd|парол|гасло|лозинк|құпия сөз|сырсөз|нууц үг|κωδικό|συνθηματικ|պարոլ|գաղտնաբառ|პაროლ|סיסמ|كلمة ال|كلمة مرور|كلمة سر|جملة ال|عبارة مرور|عبارت عبور|رمز عبور|رمز ورود|گذرواژه|پاس ورڈ|पासवर्ड|कूटशब्द|পাসওয়ার্ড|ਪਾਸਵਰਡ|પાસવર્ડ|கடவுச்சொல்|పాస్వర్డ్|ಪಾಸ್ವರ್ಡ್|പാസ്വേഡ്|รหัสผ่าน|พาสเวิร์ด|ລະຫັດຜ່ານ|ពាក្យសម្ងាត់|စကားဝှက်|የይለፍ ቃል|パスワード|パスコード|パスフレーズ|비밀번호|패스워드|pass(?:wd|phrase|code)|mnemonic|(?:private|api|secret|access)key|creditcard|cardnum|onetimecode|(?:seed|recovery)phrase|securitycode|accountnumber|clientsecret|(?:auth|access)token|hasło|şifre|密[码碼]|口令|kontonummer|kartennummer|geheimzahl|пин-код|验证码|驗證碼|助记词|私钥|身份证|银行卡|卡号|暗証番号|인증번호|sicherheitsfrage|question secrète|(?:pre|per)gunta (?:secreta|de seg)|domanda (?:segreta|di sic)|beveiligingsvraag|säkerhetsfråga|контрольный вопрос|秘密の質問|密保/i;
  const PROPERTY = /[a-z] (?:type|colou?r|length|layout|policy|format|size|variety|system|group)s?(?: name)?$/;
  const BOX = 'input[maxlength="1"]';
  const FAR = 60; // characters of a label, and nodes between it and its element

  /** says reports whether a field's name means that its content is secret. */
  const says = remembered((/** @type {string} */ name) => {
    const cut = name.slice(0, 4096);
    const words = (cut.replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$& ').match(/\p{L}+|[0-9]+/gu) ?? []).join(' ').toLowerCase();
    return !PROPERTY.test(words) && (ANYWHERE.test(cut) || RULES.some(([is, unless]) => is?.test(words) && !unless?.test(words)));
  });

  /**
   * @param {string} head of a column @param {string} text
   * @returns {boolean} whether a text below it is secret: below a word for password any, below pin digits (a chip's pins have letters), else a number or one word with digits
   */
  function below(head, text) {
    return ANYWHERE.test(head) || ((/\bpins?$/i.test(head) ? /^[\d -]+$/ : /^(?=.*\d)(\S+|[^\p{Ll}]+)$/u).test(text) && says(head));
  }

  /** everPassword holds fields that were password fields at some time. @type {WeakSet<Element>} */
  const everPassword = new WeakSet();

  /** @param {Element} el an element, noted if it currently is a password field */
  function note(el) {
    if (/** @type {HTMLInputElement} */ (el).type === 'password') everPassword.add(el);
  }

  /**
   * @param {Element} el
   * @param {string} [name] its accessible name, if the caller knows it
   * @returns {boolean}
   */
  function is(el, name) {
    note(el);
    return takesText(el) && (everPassword.has(el) || isFilled(el) || saysSecret(el, name ?? Cairn.names.name(el, 'textbox')) || getComputedStyle(el).getPropertyValue('-webkit-text-security') !== 'none' || !!boxes(el)[0]);
  }

  /** isFilled ignores new-password on many fields: a page has it there so that browsers fill none of them. @param {Element} el @returns {boolean} whether autocomplete names a secret */
  function isFilled(el) {
    const auto = dom.attr(el, 'autocomplete') ?? '';
    return /\b((current|new)-password|one-time-code|cc-|bday)/i.test(auto) && !(/new/i.test(auto) && dom.all(document, '[autocomplete^=new]:not([type=password])')[2]);
  }

  /** @param {Element} el @returns {boolean} */
  function takesText(el) {
    if (dom.isInput(el)) return !Cairn.roles.NO_TEXT.has(el.type);
    return dom.tag(el) === 'textarea' || /^(text|search|combo)box$|^spinbutton$/.test(dom.attr(el, 'role') ?? '') || Cairn.roles.editingHost(el);
  }

  /** @param {Element} el @returns {string} the text before it, if no control is between: it may label el */
  function before(el) {
    const walker = dom.nodes(dom.rootOf(el));
    walker.currentNode = el;
    let text = '';
    for (let n = FAR; !/[^ :*]/.test(text) && n--; ) {
      const at = walker.previousNode();
      if (!at || dom.nearest(at instanceof Element ? at : (dom.parentElement(at) ?? el), `a, button, input, select, ${dom.TYPED}`)) break;
      text = Cairn.text.fold(at.nodeValue, FAR);
    }
    return text;
  }

  /** saysSecret reads the last sentence before a nameless field, no question. @param {Element} el @param {string} name @returns {boolean} */
  function saysSecret(el, name) {
    return [...'name id placeholder aria-label title'.split(' '), ...Cairn.target.TEST_ID_ATTRIBUTES].some((a) => says(dom.attr(el, a) ?? '')) || says(name || before(el).replace(/.*([.!?] |\?$)/, ''));
  }

  /** @param {Element} el @returns {Element[]} the row of one-character boxes of a code to which el belongs; empty if there is none */
  function boxes(el) {
    if (dom.attr(el, 'maxlength') !== '1') return [];
    const row = [...dom.all(dom.nearest(el, `form,fieldset,[role=group],:has(>*>${BOX})`) ?? el, BOX)];
    return row[3] && row.includes(el) ? row : [];
  }

  return { before, below, is, note, says, boxes };
}

Cairn.sensitive ??= makeSensitive();
