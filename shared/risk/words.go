package risk

// verbs maps effects to the words of commands. Words of scripts without spaces match
// within a name. A trailing * matches any ending.
var verbs = lists(map[Kind]string{
	Pays: "pay pays buy purchase checkout transfer withdraw deposit donate swap stake bid subscribe tip refund rent " +
		"bezahlen zahlen bezahle kaufen bestellen überweisen spenden abonnieren zahlungspflichtig " +
		"payer acheter commander virer donner rembourser " +
		"pagar comprar transferir retirar donar " +
		"paga pagare acquista acquistare compra comprare trasferisci preleva dona " +
		"transferir sacar doar betalen kopen overmaken doneren " +
		"zapłać kup zamów przelej wpłać zaplatit koupit objednat " +
		"оплатить заплатить купить заказать перевести пожертвовать сплатити купити замовити " +
		"öde satın betala köp beställ betal køb kjøp bestil maksa osta fizet vásárlás plată plătește cumpără πληρωμή αγορά " +
		"支付 付款 购买 購買 转账 轉帳 轉賬 提现 下单 下單 充值 支払 購入 振込 振り込 注文する 送金 결제 구매 이체 송금 주문하기 " +
		"ادفع دفع شراء تحويل भुगतान खरीदें תשלום קנה bayar beli thanh mua ชำระ ซื้อ",
	Sends: "send sends resend email sms broadcast " +
		"senden sende abschicken absenden versenden schicken verschicken " +
		"envoyer envoi enviar envia envía invia inviare spedisci verzenden versturen stuur " +
		"wyślij wysłać odeslat poslat отправить послать надіслати відправити gönder skicka send sende lähetä küldés elküldés trimite αποστολή " +
		"发送 發送 传送 傳送 寄出 送信 送付 送る 보내기 전송 발송 إرسال أرسل भेजें שלח kirim gửi ส่ง",
	Deletes: "delete deletes remove removes erase wipe destroy trash discard purge drop uninstall deactivate terminate revoke unlink unpublish void kill ban 🗑 🗑️ " +
		"löschen lösche entfernen verwerfen vernichten kündigen widerrufen deaktivieren deinstallieren " +
		"supprimer effacer retirer détruire résilier révoquer désactiver désinstaller " +
		"eliminar borrar suprimir quitar destruir revocar desactivar " +
		"elimina eliminare cancella cancellare rimuovi rimuovere revoca disattiva " +
		"excluir apagar remover revogar desativar verwijderen verwijder wissen intrekken " +
		"usuń usunąć skasuj odstranit smazat удалить удали стереть очистить видалити sil kaldır radera slet slett poista törlés șterge διαγραφή " +
		"删除 刪除 移除 清空 销毁 銷毀 注销 削除 消去 取り消す 破棄 삭제 제거 폐기 حذف إزالة हटाएं हटाएँ מחק hapus xóa ลบ",
	Grants: "grant allow authorize authorise approve permit invite share unblock enable delegate impersonate " +
		"erlauben zulassen genehmigen gewähren freigeben autorisieren einladen teilen berechtigen " +
		"autoriser accorder approuver inviter partager permettre " +
		"autorizar permitir aprobar conceder invitar compartir " +
		"autorizza autorizzare consenti approva concedi invita condividi " +
		"aprovar convidar compartilhar toestaan goedkeuren verlenen uitnodigen delen " +
		"zezwól zatwierdź udostępnij zaproś povolit schválit разрешить одобрить предоставить пригласить дозволити схвалити " +
		"ver onayla davet tillåt godkänn tillad godkend tillat godkjenn salli hyväksy engedélyez aprobă επιτρέπω " +
		"授权 授權 允许 允許 批准 邀请 邀請 共享 許可 承認 招待 共有 허용 승인 초대 공유 권한 السماح موافقة अनुमति אשר izinkan setujui",
	Signs: "sign esign countersign unterschreiben unterzeichnen signieren signer firmar firma firmare assinar ondertekenen tekenen " +
		"podpisz podepsat подписать підписати imzala signera underskriv signer allekirjoita aláírás semnează υπογραφή 签名 簽名 签署 簽署 署名する 署名 서명 توقيع हस्ताक्षर חתום",
	Publishes: "publish post deploy release announce tweet merge ship " +
		"veröffentlichen posten publizieren publier diffuser déployer publicar publicación pubblica pubblicare publiceren plaatsen " +
		"opublikuj zveřejnit опубликовать опублікувати yayınla publicera udgiv publiser julkaise közzététel publică δημοσίευση " +
		"发布 發佈 發布 发表 發表 公開する 公開 投稿 게시 발행 نشر प्रकाशित פרסם terbitkan đăng",
})

// phrases maps effects to commands of several words, one of which is harmless alone.
var phrases = map[Kind][]string{
	Pays:      {"place order", "place your order", "order now", "complete order", "submit order", "order and pay", "book now", "top up", "check out", "upgrade plan", "jetzt bestellen", "ta emot betalning"},
	Deletes:   {"clear all", "clear completed", "clear data", "clear history", "clear cart", "empty trash", "empty bin", "empty cart", "reset all", "factory reset", "reset password", "close account", "cancel subscription", "cancel order", "ta bort", "log out all", "leave team", "leave group", "leave organization", "leave channel", "papierkorb leeren", "vider la corbeille"},
	Grants:    {"give access", "make admin", "make owner", "add member", "add collaborator", "trust this", "change role", "change owner"},
	Publishes: {"go live", "make public", "launch campaign", "push to"},
}

// consents lists the words that confirm the text around them.
var consents = newList("ok okay yes confirm continue proceed accept agree submit finish complete apply done go sure save execute run " +
	"ja bestätigen bestätige weiter fortfahren akzeptieren annehmen zustimmen abschließen einreichen anwenden " +
	"oui confirmer continuer accepter valider soumettre terminer sí si confirmar aceptar continuar finalizar " +
	"conferma confermare continua accetta procedi sim aceitar concluir bevestigen doorgaan accepteren akkoord indienen " +
	"tak potwierdź kontynuuj akceptuj ano potvrdit pokračovat да подтвердить продолжить принять так підтвердити " +
	"evet onayla devam bekräfta fortsätt bekræft fortsæt bekreft fortsett vahvista igen megerősít confirmă ναι " +
	"确认 確認 确定 確定 继续 繼續 同意 接受 提交 はい 続行 続ける 同意する 実行 확인 계속 동의 예 نعم تأكيد متابعة हाँ पुष्टि אישור")

// nouns maps effects to words around a consent, in addition to the verbs. A trailing
// * matches any ending.
var nouns = lists(map[Kind]string{
	Pays: "payment* paid paying purchas* order invoice checkout transaction transfer* withdraw* amount total charge* billing donat* subscription* " +
		"zahlung* bezahl* bestell* überweis* rechnung* betrag kauf* paiement* achat* commande* virement* pago* compra* pedido* transferencia* pagament* acquist* ordine* " +
		"pagamento* betaling* bestelling* płatnoś* zamówieni* оплат* платеж* платіж* перевод* заказ* ödeme betalning* betaling* 支付 付款 订单 訂單 支払 購入 注文 결제 주문",
	Sends:   "sending recipient* versand* empfänger* envoi* destinataire* envío* destinatario* invio* verzend* отправк* получател* 收件人 发送 送信 수신자",
	Deletes: "delet* remov* eras* destroy* permanent* irreversib* undone lösch* entfern* unwiderruflich* endgültig* suppress* supprim* définitiv* elimin* borra* permanente* cancellazion* definitiv* exclus* verwijder* usunię* удал* безвозвратно sil* radera* 删除 刪除 永久 削除 삭제",
	Grants:  "permission* access authoriz* authoris* approv* grant* berechtig* zugriff* zugang* autorisation* accès autoriza* acceso* permiso* permess* accesso* permiss* acesso* toegang* uprawnie* dostęp* разрешен* доступ* 权限 權限 授权 アクセス 権限 권한",
	Signs:   "signature* signing unterschrift* firma* assinatura* handtekening* podpis* подпис* 签名 簽名 署名 서명",
	Publishes: "publication* publishing public veröffentlich* öffentlich* publicación* pubblicazion* publicaç* publicatie* publikacj* публик* 发布 公開 게시 " +
		"deployment* release*",
})

// looking lists the words that begin the name of a control which only shows
// something.
var looking = newList("view show see hide search find filter sort learn help about how why what collapse expand compare preview back " +
	"cancel keep close dismiss undo don't dont never not no without skip " +
	"anzeigen zeige suchen filtern abbrechen nicht nein zurück afficher voir masquer chercher annuler non ver mostrar buscar cancelar annulla mostra annuleren toon anuluj pokaż отмена показать назад " +
	"取消 查看 搜索 キャンセル 検索 表示 취소 검색 보기")

// harmless maps verbs to following words that make them harmless.
var harmless = map[string]string{
	"sign":     "in up on off out into",
	"email":    "address settings",
	"post":     "office code codes box",
	"order":    "by",
	"share":    "price prices",
	"enable":   "dark light",
	"drop":     "down here files file",
	"release":  "notes date",
	"transfer": "history speed",
	"checkout": "branch",
	"ver":      "más mais todo todos detalles",
}

// things lists verbs of the lists above that are as often nouns, and attributes the words behind them that
// make a field's name of both: ship type, transfer date.
var (
	things     = newList("ship post release merge email sms transfer deposit purchase rent bid tip stake swap permit checkout")
	attributes = newList("type types date dates time name names number numbers status method methods class classes category categories id ids size code codes")
)

// messages lists words of fields in which Enter sends the text.
var messages = newList("message* chat* comment* reply* nachricht* kommentar* antwort* commentaire* réponse* mensaje* comentario* respuesta* messaggi* comment* risposta* mensagem* comentário* bericht* reactie* wiadomoś* komentarz* сообщени* комментари* повідомленн* meddelande* besked* mesaj* yorum* 消息 訊息 评论 評論 留言 メッセージ コメント 메시지 댓글 رسالة संदेश prompt* ask")
