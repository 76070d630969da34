"""Fills a new database with the users and groups that each run begins with."""
import django

django.setup()
from django.contrib.auth.models import Group, User  # noqa: E402
from django.core.management import call_command  # noqa: E402

call_command("migrate", verbosity=0)
User.objects.create_superuser("admin", "admin@example.org", "x")
for name, first, last in (("ines", "Ines", "Lund"), ("jarek", "Jarek", "Mazur"), ("kofi", "Kofi", "Mensah")):
    User.objects.create_user(name, name + "@example.org", "x", first_name=first, last_name=last)
for name in ("editors", "printers", "visitors"):
    Group.objects.create(name=name)
